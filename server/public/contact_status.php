<?php

declare(strict_types=1);

use Enquiry\Application;
use Enquiry\FailedStart;
use Enquiry\Http\FatalErrorHandler;
use Symfony\Component\HttpFoundation\Request;

try {
    @require __DIR__ . '/../src/Http/FatalErrorHandler.php';
} catch (Error) {
    // Half an upload may lack even what would say so.
    require __DIR__ . '/../failedStart.php';
    FailedStart::answer(asks: true);

    return;
}
FatalErrorHandler::register(FatalErrorHandler::FAILING, asks: true);

require __DIR__ . '/../vendor/autoload.php';
// Not of a configuration: what is wrong with that, the page is there to say.
$page = Application::statusPage(dirname(__DIR__, 2));
$page->handle(new Request([], [], [], [], [], $_SERVER))->send();
