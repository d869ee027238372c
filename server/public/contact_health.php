<?php

declare(strict_types=1);

use Enquiry\Application;
use Enquiry\Configuration;
use Enquiry\Http\LastResort;
use Symfony\Component\HttpFoundation\Request;

require __DIR__ . '/../src/Http/LastResort.php';
LastResort::register(LastResort::FAILING);

require __DIR__ . '/../vendor/autoload.php';

$health = Application::health(Configuration::load(dirname(__DIR__, 2)));
$health->handle(new Request([], [], [], [], [], $_SERVER))->send();
