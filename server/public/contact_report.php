<?php

declare(strict_types=1);

use Enquiry\Application;
use Enquiry\Configuration\Configuration;
use Enquiry\Http\FatalErrorHandler;
use Symfony\Component\HttpFoundation\Request;

require __DIR__ . '/../src/Http/FatalErrorHandler.php';
FatalErrorHandler::register();

require __DIR__ . '/../vendor/autoload.php';

$reports = Application::reports(Configuration::loadToAccept(dirname(__DIR__, 2)));
$request = new Request([], [], [], [], [], $_SERVER);
// Prepared, or PHP would give the empty answer a content type.
$reports->handle($request)->prepare($request)->send();
