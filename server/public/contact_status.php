<?php

declare(strict_types=1);

$script = __FILE__;
require __DIR__ . '/../boot.php';
