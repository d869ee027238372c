<?php

declare(strict_types=1);

use Enquiry\Http\ContactPage;
use Enquiry\Http\FormResponder;
use Enquiry\Http\HttpError;
use Enquiry\Http\JsonResponder;
use Enquiry\Store\StoreUnavailable;

/*
 * For the build: what a web server says in the endpoint's place, in the endpoint's words, as a JSON
 * object of texts by the name of their file. No upload contains this.
 */

require __DIR__ . '/vendor/autoload.php';

$page = new ContactPage(__DIR__ . '/rules/failures.json');
$files = [];
foreach ([HttpError::payloadTooLarge(), HttpError::unavailable(StoreUnavailable::lockedTooLong()), HttpError::undecided()] as $refusal) {
    $name = $refusal->errorCode->value;
    $files["{$name}.json"] = JsonResponder::error($refusal)->getContent();
    $files["{$name}.txt"] = $page->sentenceAbout($refusal) . FormResponder::GO_BACK;
}
echo json_encode($files, \JSON_THROW_ON_ERROR);
