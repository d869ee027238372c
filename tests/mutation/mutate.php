<?php

declare(strict_types=1);

use Enquiry\Mutation\Run;

require __DIR__ . '/../../server/vendor/autoload.php';

exit(Run::main(dirname(__DIR__, 2), array_slice($argv, 1)));
