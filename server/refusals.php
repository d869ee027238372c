<?php

declare(strict_types=1);

use Enquiry\Enquiry\Form;
use Enquiry\Http\HttpError;

/*
 * Run by the build: prints the texts that the web server sends if PHP cannot answer, as JSON by file name.
 */

require __DIR__ . '/vendor/autoload.php';

$form = Form::fromFile(__DIR__ . '/forms/contact/form.json');
$files = [];
foreach (['payload_too_large', 'unavailable', 'undecided'] as $code) {
    $refusal = new HttpError($code);
    $files["{$code}.json"] = $refusal->json()->getContent();
    $files["{$code}.txt"] = $refusal->text($form);
}
echo json_encode($files, \JSON_THROW_ON_ERROR);
