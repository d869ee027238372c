<?php

declare(strict_types=1);

use Enquiry\Mutation\Recording;

// auto_prepend_file of every PHP process that a recorded test starts, and of PHPUnit's own.
require_once __DIR__ . '/Recording.php';
// Not by the environment, which a host may forbid to read.
Recording::begin(dirname(__DIR__, 3) . '/notes');
