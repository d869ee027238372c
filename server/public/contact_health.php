<?php

declare(strict_types=1);

use Enquiry\Application;
use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\Installation;
use Enquiry\Http\FatalErrorHandler;
use Enquiry\Http\ResponseSender;
use Symfony\Component\HttpFoundation\Request;

require __DIR__ . '/../src/Http/FatalErrorHandler.php';
FatalErrorHandler::register(FatalErrorHandler::FAILING);

require __DIR__ . '/../vendor/autoload.php';

/** @var ?string $release set by entry.php */
$configuration = Configuration::load(Installation::running($release ?? ''));
if (ResponseSender::send(Application::health($configuration)->handle(new Request([], [], [], [], [], $_SERVER)))) {
    Application::deliverAfterAnswer($configuration);
}
