<?php

declare(strict_types=1);

use Enquiry\Application;
use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\Installation;
use Enquiry\Http\FatalErrorHandler;
use Enquiry\Http\ResponseSender;
use Symfony\Component\HttpFoundation\Request;

require __DIR__ . '/../src/Http/FatalErrorHandler.php';
FatalErrorHandler::register();

require __DIR__ . '/../vendor/autoload.php';

/** @var ?string $release set by entry.php */
$configuration = Configuration::loadToAccept(Installation::running($release ?? ''));
// Not Request::createFromGlobals(): for some methods it reads bodies of any size.
$response = Application::endpoint($configuration)->handle(new Request([], [], [], [], [], $_SERVER));
if (ResponseSender::send($response)) {
    Application::deliverAfterAnswer($configuration);
}
