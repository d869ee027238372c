<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use ParaTest\ParaTestCommand;
use PHPUnit\Runner\Extension\Extension;
use PHPUnit\Runner\Extension\Facade;
use PHPUnit\Runner\Extension\ParameterCollection;
use PHPUnit\TextUI\Configuration\Configuration;

/** ParaTest's own process starts the database server for all that run tests. PHPUnit alone starts it for a test. */
final class OneDatabaseServer implements Extension
{
    public function bootstrap(Configuration $configuration, Facade $facade, ParameterCollection $parameters): void
    {
        if (class_exists(ParaTestCommand::class, autoload: false)) {
            DatabaseServer::share();
        }
    }
}
