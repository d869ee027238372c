<?php

declare(strict_types=1);

// In a namespace PHP looks for a function when it is called: see standIns.php.

namespace Enquiry;

use Composer\Autoload\ComposerStaticInitEnquiry;
use Enquiry\Configuration\Configuration;
use Enquiry\Http\ContactEndpoint;
use Enquiry\Http\FatalErrorHandler;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

require __DIR__ . '/../src/Http/FatalErrorHandler.php';
FatalErrorHandler::register();

if (version_compare(\PHP_VERSION, '8.2.0', '<')) {
    throw new \RuntimeException('PHP 8.2 or newer is needed, and this is ' . \PHP_VERSION . '.');
}
// Composer's own autoloader would first load nine files that only the console's packages ask for.
require __DIR__ . '/../vendor/composer/autoload_static.php';
require __DIR__ . '/../vendor/symfony/deprecation-contracts/function.php';
spl_autoload_register(static function (string $class): void {
    /** @var array<string, string> $packages */
    $packages = ComposerStaticInitEnquiry::$classMap;
    // Ours are not looked up, so that a class just written is found.
    if (str_starts_with($class, 'Enquiry\\')) {
        require \dirname(__DIR__) . '/src/' . strtr(substr($class, 8), '\\', '/') . '.php';
    } elseif (isset($packages[$class])) {
        require $packages[$class];
    }
});

$configuration = Configuration::loadToAccept(\dirname(__DIR__, 2));
/** @var ?Response $response */
$response = null;
register_shutdown_function(static function () use (&$response, $configuration): void {
    if ($response !== null) {
        return;
    }
    $fault = error_get_last();
    $why = $fault === null ? "PHP's error log names it." : strtok($fault['message'], "\n") . " ({$fault['file']}:{$fault['line']})";
    // The answer has left, and the fault may be in what this needs.
    ob_start();
    try {
        Application::refused($configuration)->write("A fault ended the request before it was answered: {$why}");
    } catch (\Throwable) {
    } finally {
        ob_end_clean();
    }
});
// Not Request::createFromGlobals(): for some methods that reads whole bodies, of any size.
$request = new Request([], [], [], [], [], $_SERVER);
// Kept until the end: refusals are counted when it is let go of, for which no visitor should wait.
$endpoint = Application::endpoint($configuration);
$response = $endpoint->handle($request);
// Not after a refusal: where the store hangs, this process would hang with it once more.
if (ContactEndpoint::send($response) && $response->getStatusCode() < 400) {
    Application::deliverAfterAnswer($configuration);
}
