<?php

declare(strict_types=1);

use Enquiry\Enquiry\Field;

/*
 * Run by scripts/formFiles.mjs, which sends the patterns of the forms and their places. Prints the first pattern that
 * PHP cannot use, and exits with 1: the endpoint would answer every enquiry with 500. Uploads do not contain this file.
 */

require __DIR__ . '/vendor/autoload.php';

/** @var list<array{string, string}> $patterns */
$patterns = json_decode((string) stream_get_contents(\STDIN), true, 512, \JSON_THROW_ON_ERROR);
foreach ($patterns as [$place, $pattern]) {
    if (@preg_match(Field::expression($pattern), '') === false) {
        echo "PHP cannot use the pattern at {$place}: " . preg_last_error_msg() . '.';
        exit(1);
    }
}
