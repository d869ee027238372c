<?php

declare(strict_types=1);

use Enquiry\Application;
use Enquiry\Configuration\Configuration;
use Enquiry\Http\ContactEndpoint;
use Enquiry\Http\FatalErrorHandler;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

require __DIR__ . '/../src/Http/FatalErrorHandler.php';
FatalErrorHandler::register();

require __DIR__ . '/../vendor/autoload.php';

$configuration = Configuration::loadToAccept(dirname(__DIR__, 2));
$refused = Application::refused($configuration);
/** @var ?Response $response */
$response = null;
register_shutdown_function(static function () use (&$response, $refused): void {
    if ($response === null) {
        $fault = error_get_last();
        $refused->write('A fault ended the request before it was answered: ' . ($fault === null ? "PHP's error log names it." : strtok($fault['message'], "\n") . " ({$fault['file']}:{$fault['line']})"));
    }
});
// Not Request::createFromGlobals(): for some methods that reads whole bodies, of any size.
$request = new Request([], [], [], [], [], $_SERVER);
// Kept until the end: refusals are counted when it is let go of, for which no visitor should wait.
$endpoint = Application::endpoint($configuration);
$response = $endpoint->handle($request);
// Not after a refusal: where the store hangs, this process would hang with it once more.
if (ContactEndpoint::send($response) && $response->getStatusCode() < 400) {
    Application::immediateDelivery($configuration)->run();
}
