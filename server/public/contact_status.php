<?php

declare(strict_types=1);

use Enquiry\Application;
use Enquiry\Configuration\Installation;
use Enquiry\Http\FatalErrorHandler;
use Enquiry\Http\ResponseSender;
use Symfony\Component\HttpFoundation\Request;

require __DIR__ . '/../src/Http/FatalErrorHandler.php';
FatalErrorHandler::register(FatalErrorHandler::FAILING);

require __DIR__ . '/../vendor/autoload.php';

/** @var ?string $release set by entry.php */
// Gets no configuration, because the page reports errors in the configuration.
$installation = Installation::running($release ?? '');
$page = Application::statusPage($installation);
if (ResponseSender::send($page->handle(new Request([], [], [], [], [], $_SERVER)))) {
    Application::deliverIfConfigured($installation);
}
