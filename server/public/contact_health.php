<?php

declare(strict_types=1);

use Enquiry\Application;
use Enquiry\Configuration\Configuration;
use Enquiry\Http\FatalErrorHandler;
use Enquiry\Http\ResponseSender;
use Symfony\Component\HttpFoundation\Request;

require __DIR__ . '/../src/Http/FatalErrorHandler.php';
FatalErrorHandler::register(FatalErrorHandler::FAILING);

require __DIR__ . '/../vendor/autoload.php';

$configuration = Configuration::load(dirname(__DIR__, 2));
if (ResponseSender::send(Application::health($configuration)->handle(new Request([], [], [], [], [], $_SERVER)))) {
    Application::deliverAfterAnswer($configuration);
}
