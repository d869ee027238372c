<?php

declare(strict_types=1);

header('Content-Type: application/json');
echo '{"status":"success"}';
