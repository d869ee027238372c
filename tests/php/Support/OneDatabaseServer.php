<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use ParaTest\ParaTestCommand;
use PHPUnit\Runner\Extension\Extension;
use PHPUnit\Runner\Extension\Facade;
use PHPUnit\Runner\Extension\ParameterCollection;
use PHPUnit\TextUI\Configuration\Configuration;

/** Lets ParaTest's main process start one database server for its workers. Without ParaTest, a test starts it. */
final class OneDatabaseServer implements Extension
{
    public function bootstrap(Configuration $configuration, Facade $facade, ParameterCollection $parameters): void
    {
        if (class_exists(ParaTestCommand::class, autoload: false)) {
            DatabaseServer::share();
        }
    }
}
