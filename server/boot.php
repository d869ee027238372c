<?php

declare(strict_types=1);

use Enquiry\Application;
use Enquiry\Configuration\Installation;
use Enquiry\Http\FatalErrorHandler;

/*
 * Answers a request. Every script in public is the same: only its name counts. PHP's own web server runs this file for
 * every request. It uses old syntax, so that an old PHP reaches the answer of FatalErrorHandler.
 */

require __DIR__ . '/src/Http/FatalErrorHandler.php';
/** @var ?string $script
 * @var array{SCRIPT_NAME: string} $_SERVER */
$name = basename($script ?? $_SERVER['SCRIPT_NAME']);
if (preg_match('/^(?:contact_(?:sent|health|status|work)|[a-z]+_process)\.php$/D', $name) !== 1) {
    http_response_code(404);

    return;
}
FatalErrorHandler::register($name);

require __DIR__ . '/vendor/autoload.php';
/** @var ?string $release set by entry.php */
Application::answer($name, Installation::running($release ?? ''));
