<?php

declare(strict_types=1);

/*
 * Returns a sentence about the extensions that the program needs and this PHP lacks, or an empty string. Without them,
 * the packages would fail with an error that does not say what to do. It uses old syntax, like index.php.
 */

preg_match_all('/"ext-(\w+)"/', (string) @file_get_contents(__DIR__ . '/composer.json'), $required);
$missing = array_filter($required[1], static fn(string $name): bool => !extension_loaded($name));

return $missing === [] ? '' : 'The PHP of the ' . (\PHP_SAPI === 'cli' ? 'command line' : 'web server')
    . ' lacks these extensions: ' . implode(', ', $missing) . '. On Debian: sudo apt-get install php-'
    . implode(' php-', $missing) . '. Elsewhere enable them in php.ini, or in the control panel of your host.';
