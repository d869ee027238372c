<?php

declare(strict_types=1);

// The floor: what a request costs before any work is done.
header('Content-Type: application/json');
echo '{"status":"success"}';
