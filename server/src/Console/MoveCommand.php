<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Database\DatabaseUrl;
use Enquiry\Database\Relocation;
use Enquiry\Database\TimeLimit;
use Enquiry\Storage\StoreUnavailable;
use Symfony\Component\Console\Attribute\Argument;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Style\SymfonyStyle;

#[AsCommand(name: 'move', description: 'Moves all enquiries from the configured database to another', help: 'First set DATABASE_URL of the web server to the new database, so that nothing more comes in here; then run this with the old one in its environment. It can be run again at any time, and stores nothing twice. What waits, was sent or has failed does so there; the old tables are empty in the end, and their files cleared.')]
final readonly class MoveCommand
{
    public function __construct(private Services $services) {}

    public function __invoke(
        SymfonyStyle $io,
        #[Argument('mysql://user:password@host/database, pgsql://… or sqlite:///full/path/of/the/folder; left out, it is asked for, because other users of the machine see arguments')]
        ?string $url = null,
    ): int {
        $url ??= $io->askHidden('URL of the database to move to (it is not shown)');
        $target = DatabaseUrl::parse(\is_string($url) ? $url : '')?->open(TimeLimit::ofCommand());
        if ($target === null) {
            $io->error('This is not the URL of a database.');

            return Command::INVALID;
        }
        if ($target->name() === $this->services->database()->name()) {
            $io->error('This is the database that they are in.');

            return Command::INVALID;
        }
        $target->prepare();
        $relocation = new Relocation($this->services->database(), $target);
        $bar = $io->createProgressBar($relocation->count());
        $moved = 0;
        foreach ($relocation->move($this->services->now(...), 'moving') as $some) {
            $moved += $some;
            $bar->advance($some);
        }
        $bar->clear();
        $left = $relocation->count();
        $io->writeln("Moved to {$target->name()}: {$moved}");
        try {
            $relocation->scrub();
        } catch (StoreUnavailable $unavailable) {
            $io->warning("All that was moved is in the new database, but may still be readable here. {$unavailable->getMessage()}");

            return Command::FAILURE;
        }
        if ($left > 0) {
            $io->warning("Left: {$left}. A worker is sending them now, or they came in meanwhile. Run this again.");
        }

        return $left === 0 ? Command::SUCCESS : Command::FAILURE;
    }
}
