<?php

declare(strict_types=1);

use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\Installation;
use Enquiry\Configuration\InvalidConfiguration;
use Enquiry\Configuration\Settings;

/*
 * Run by a first deployment: prints the errors in the settings that it would upload, as JSON. They are in the
 * environment.
 */

require __DIR__ . '/vendor/autoload.php';

try {
    $settings = new Settings(getenv());
    $configuration = Configuration::load(Installation::running(), $settings);
    $isWithoutForm = static fn(string $name): string => "{$name} names no form.";
    $errors = [
        ...array_column($configuration->problems(), 0),
        ...array_map($isWithoutForm, $configuration->recipientsWithoutForm()),
    ];
} catch (InvalidConfiguration $failure) {
    $errors = $failure->errors;
}
echo json_encode($errors, \JSON_THROW_ON_ERROR);
