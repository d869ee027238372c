<?php

declare(strict_types=1);

use Enquiry\Application;
use Enquiry\Configuration\Configuration;
use Enquiry\Http\FatalErrorHandler;
use Symfony\Component\HttpFoundation\Request;

require __DIR__ . '/../src/Http/FatalErrorHandler.php';
FatalErrorHandler::register(FatalErrorHandler::FAILING);

require __DIR__ . '/../vendor/autoload.php';
$work = Application::workEndpoint(Configuration::load(dirname(__DIR__, 2)));
$work->handle(new Request([], [], [], [], [], $_SERVER))->send();
