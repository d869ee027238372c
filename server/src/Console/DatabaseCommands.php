<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Database\Backup;
use Symfony\Component\Console\Attribute\Argument;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Style\SymfonyStyle;

/** Backs up and restores all enquiries. */
final readonly class DatabaseCommands
{
    public function __construct(private Services $services) {}

    public function backup(
        SymfonyStyle $io,
        #[Argument('By default DATA_DIR/backups/enquiries-<time in UTC>.sqlite')]
        ?string $file = null,
    ): int {
        [$file, $count] = $this->services->application()->chores()->backUp($file);
        $io->writeln("Backed up to {$file}: {$count}");

        return Command::SUCCESS;
    }

    public function restore(
        SymfonyStyle $io,
        #[Argument('A file that backup wrote')]
        string $file,
    ): int {
        $database = $this->services->database();
        $backup = Backup::open($file);
        $database->makeIfMissing();
        $keptDays = $this->services->configuration()->notice()->enquiries;
        $purgedBefore = $this->services->clock->time() - 86_400 * $keptDays;
        [$added, $known, $left] = $this->services->application()->erasures()->restore($backup, $purgedBefore);
        $io->writeln("Restored to {$database->name()}: {$added}. Already there: {$known}");
        $io->writeln(
            $left === 0 ? [] : "Left out, because they were erased or are older than the privacy notice says: {$left}",
        );

        return Command::SUCCESS;
    }
}
