<?php

declare(strict_types=1);

// Changes the tables of DATA_DIR or DATABASE_URL, for the tests in TypeScript: see Tables.

use Enquiry\Tests\Support\Tables;

require __DIR__ . '/../../server/vendor/autoload.php';

/** @var list<string> $argv */
[, $change] = $argv;
$tables = Tables::of(getenv());
match ($change) {
    'fill' => $tables->fill((int) ($argv[2] ?? ''), $argv[3] ?? ''),
    'empty' => $tables->empty(),
    'end-long-leases' => print $tables->endLongLeases(),
    default => throw new \InvalidArgumentException($change),
};
