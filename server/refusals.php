<?php

declare(strict_types=1);

use Enquiry\Form\FormExchange;
use Enquiry\Form\Sentences;
use Enquiry\Http\Json;
use Enquiry\Http\Refusal;
use Enquiry\Storage\StoreUnavailable;

/*
 * For the build: what a web server says in the endpoint's place, in the endpoint's words, as a JSON
 * object of texts by the name of their file. No upload contains this.
 */

require __DIR__ . '/vendor/autoload.php';

$sentences = new Sentences(__DIR__ . '/rules/failures.json');
$files = [];
foreach ([Refusal::payloadTooLarge(), Refusal::unavailable(StoreUnavailable::lockedTooLong()), Refusal::undecided()] as $refusal) {
    $name = $refusal->errorCode->value;
    $files["{$name}.json"] = Json::refused($refusal)->getContent();
    $files["{$name}.txt"] = $sentences->about($refusal) . FormExchange::GO_BACK;
}
echo json_encode($files, \JSON_THROW_ON_ERROR);
