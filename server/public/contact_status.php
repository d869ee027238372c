<?php

declare(strict_types=1);

use Enquiry\Application;
use Enquiry\Http\FatalErrorHandler;
use Enquiry\Http\ResponseSender;
use Symfony\Component\HttpFoundation\Request;

require __DIR__ . '/../src/Http/FatalErrorHandler.php';
FatalErrorHandler::register(FatalErrorHandler::FAILING);

require __DIR__ . '/../vendor/autoload.php';

// Gets the folder and no configuration, because the page reports errors in the configuration.
$page = Application::statusPage(dirname(__DIR__, 2));
if (ResponseSender::send($page->handle(new Request([], [], [], [], [], $_SERVER)))) {
    Application::deliverIfConfigured(dirname(__DIR__, 2));
}
