<?php

declare(strict_types=1);

use Enquiry\Shared\ContactRules;
use Enquiry\Shared\InvalidRules;

/*
 * For the set-up: says what is wrong with the rules in the file that it is given, and ends with code 1
 * then. The endpoint would answer every enquiry with 500. No upload contains this.
 */

require __DIR__ . '/vendor/autoload.php';

try {
    ContactRules::fromFile($argv[1] ?? __DIR__ . '/rules/contact.json');
} catch (InvalidRules $fault) {
    echo $fault->getMessage();
    exit(1);
}
