<?php

declare(strict_types=1);

use Enquiry\Application;
use Enquiry\Configuration\Configuration;
use Enquiry\Http\FatalErrorHandler;
use Enquiry\Http\ResponseSender;
use Symfony\Component\HttpFoundation\Request;

require __DIR__ . '/../src/Http/FatalErrorHandler.php';
FatalErrorHandler::register();

require __DIR__ . '/../vendor/autoload.php';

$configuration = Configuration::loadToAccept(dirname(__DIR__, 2));
// Not Request::createFromGlobals(): for some methods it reads bodies of any size.
$response = Application::endpoint($configuration)->handle(new Request([], [], [], [], [], $_SERVER));
if (ResponseSender::send($response)) {
    Application::deliverAfterAnswer($configuration);
}
