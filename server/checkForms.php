<?php

declare(strict_types=1);

use Enquiry\Enquiry\Form;
use Enquiry\Enquiry\InvalidForm;

/*
 * Run by the set-up and the build with the paths of all form.json: if one is invalid, prints the error and exits with
 * 1. With such a form, the endpoint would answer every enquiry with 500. Uploads do not contain this file.
 */

require __DIR__ . '/vendor/autoload.php';

try {
    foreach (array_slice($argv, 1) as $file) {
        Form::fromFile($file);
    }
} catch (InvalidForm $error) {
    echo $error->getMessage();
    exit(1);
}
