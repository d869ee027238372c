<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Storage\DatabaseUrl;
use Enquiry\Storage\Deadline;
use Enquiry\Storage\Relocation;
use Symfony\Component\Console\Attribute\Argument;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Style\SymfonyStyle;

#[AsCommand(name: 'move', description: 'Moves what waits from the configured database to another', help: 'First set DATABASE_URL of the web server to the new database, so that nothing more comes in here; then run this with the old one in its environment. It can be run again at any time, and stores nothing twice. Sent and failed enquiries stay.')]
final readonly class MoveCommand
{
    public function __construct(private Services $services) {}

    public function __invoke(
        SymfonyStyle $io,
        #[Argument('mysql://user:password@host/database, pgsql://… or sqlite:///full/path/of/the/folder; left out, it is asked for, because other users of the machine see arguments')]
        ?string $url = null,
    ): int {
        $url ??= $io->askHidden('URL of the database to move to (it is not shown)');
        $target = DatabaseUrl::parse(\is_string($url) ? $url : '')?->open(Deadline::ofCommand());
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
        foreach ($relocation->move($this->services->now(), 'moving') as $reference) {
            ++$moved;
            $bar->advance();
        }
        $bar->clear();
        $left = $relocation->count();
        $io->writeln("Moved to {$target->name()}: {$moved}");
        if ($left > 0) {
            $io->warning("Left: {$left}. A worker is sending them now, or they came in meanwhile. Run this again.");
        }

        return $left === 0 ? Command::SUCCESS : Command::FAILURE;
    }
}
