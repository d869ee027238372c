<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Database\Backup;
use Symfony\Component\Console\Attribute\Argument;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Style\SymfonyStyle;

#[AsCommand(name: 'restore', description: 'Puts back what a backup has and the configured database lacks', help: self::HELP)]
final readonly class RestoreCommand
{
    private const HELP = <<<'TEXT'
        Nothing that is in the database is changed or deleted; run again, it adds nothing. Where the old tables are
        damaged, take them away first (of SQLite: enquiries.sqlite, and what begins with that name), then run <info>setup</info>.

        What waited in the backup waits again, and is mailed: a second time, where it was mailed after the backup was
        made and the database has forgotten that. What was marked sent or failed stays so, and is not mailed.
        What was erased or purged after the backup was made is back: erase it again.
        TEXT;

    public function __construct(private Services $services) {}

    public function __invoke(
        SymfonyStyle $io,
        #[Argument('As backup wrote it, or the SQLite file of a queue')]
        string $file,
    ): int {
        $backup = Backup::open($file);
        $database = $this->services->database();
        $database->prepare();
        $bar = $io->createProgressBar($backup->count());
        [$all, $stored] = [0, 0];
        foreach ($backup->restore($database) as [$some, $new]) {
            $all += $some;
            $stored += $new;
            $bar->advance($some);
        }
        $bar->clear();
        $io->writeln("Restored to {$database->name()}: {$stored}. There already: " . ($all - $stored));

        return Command::SUCCESS;
    }
}
