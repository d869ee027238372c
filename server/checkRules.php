<?php

declare(strict_types=1);

use Enquiry\Shared\ContactRules;
use Enquiry\Shared\InvalidRules;

/*
 * Run by the set-up: if the rules are invalid, prints the error and exits with 1. With such rules the endpoint would
 * answer every enquiry with 500. Uploads do not contain this file.
 */

require __DIR__ . '/vendor/autoload.php';

try {
    ContactRules::fromFile($argv[1] ?? __DIR__ . '/forms/contact/form.json');
} catch (InvalidRules $error) {
    echo $error->getMessage();
    exit(1);
}
