<?php

declare(strict_types=1);

// php runCommands.php COMMAND...: runs each in this process, and prints [exit code, output] of each as JSON.

use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\Installation;
use Enquiry\Console\Console;
use Symfony\Component\Console\Input\StringInput;
use Symfony\Component\Console\Output\BufferedOutput;

require __DIR__ . '/../../server/vendor/autoload.php';

$results = [];
foreach (array_slice($argv, 1) as $words) {
    $installation = Installation::running();
    $console = new Console(static fn(): Configuration => Configuration::load($installation), $installation);
    $console->setAutoExit(false);
    $output = new BufferedOutput();
    $results[] = [$console->run(new StringInput($words), $output), $output->fetch()];
}
echo json_encode($results, \JSON_THROW_ON_ERROR);
