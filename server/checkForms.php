<?php

declare(strict_types=1);

use Enquiry\Enquiry\Field;
use Enquiry\Enquiry\InvalidForm;
use Enquiry\Enquiry\Reading;

/*
 * Run by scripts/formFiles.mjs with the paths of all form.json: prints the first pattern that PHP cannot use, and exits
 * with 1. With such a pattern, the endpoint would answer every enquiry with 500. Uploads do not contain this file.
 */

require __DIR__ . '/vendor/autoload.php';

try {
    array_map(static fn(string $kind): string => Reading::of($kind, ''), ['name', 'email', 'tel']);
    Reading::repaired('');
} catch (InvalidForm $error) {
    echo "In server/forms/text.json or suggestions.json, {$error->getMessage()}.";
    exit(1);
}

foreach (array_slice($argv, 1) as $file) {
    $form = (array) json_decode((string) file_get_contents($file), true);
    foreach ((array) $form['fields'] as $name => $entry) {
        $entry = (array) $entry;
        $advice = array_column((array) ($entry['advice'] ?? []), 'pattern');
        foreach ([((array) ($entry['pattern'] ?? []))['value'] ?? '', ...$advice] as $pattern) {
            if (!is_string($pattern) || @preg_match(Field::expression($pattern), '') === false) {
                echo "In {$file}, the pattern of fields/{$name} cannot be used by PHP: " . preg_last_error_msg() . '.';
                exit(1);
            }
        }
    }
}
