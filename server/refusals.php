<?php

declare(strict_types=1);

use Enquiry\Http\ErrorCode;
use Enquiry\Http\FailureWords;
use Enquiry\Http\HttpError;
use Enquiry\Http\PageResponder;
use Enquiry\Http\ScriptResponder;

/*
 * Run by the build: prints the texts that the web server sends if PHP cannot answer, as JSON by file name.
 */

require __DIR__ . '/vendor/autoload.php';

$words = new FailureWords(__DIR__ . '/forms/contact/failures.json');
$files = [];
foreach ([ErrorCode::PayloadTooLarge, ErrorCode::Unavailable, ErrorCode::Undecided] as $code) {
    $refusal = new HttpError($code);
    $files["{$code->value}.json"] = ScriptResponder::error($refusal)->getContent();
    $files["{$code->value}.txt"] = $words->about($refusal) . PageResponder::GO_BACK;
}
echo json_encode($files, \JSON_THROW_ON_ERROR);
