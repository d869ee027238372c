<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Storage\Archive;
use Enquiry\Storage\StoreUnavailable;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Style\SymfonyStyle;

#[AsCommand(name: 'purge', description: 'Deletes what was sent or failed more than RETENTION_DAYS ago; what waits is kept')]
final readonly class PurgeCommand
{
    public function __construct(private Services $services) {}

    private const AT_ONCE = 500;

    public function __invoke(
        SymfonyStyle $io,
        #[Option('Only says how many there are')]
        bool $dryRun = false,
    ): int {
        $days = $this->services->queue()->retentionDays;
        $before = $this->services->now() - $days * 86_400;
        $archives = $this->services->archives();
        $count = array_sum(array_map(static fn(Archive $archive): int => $archive->countOlderThan($before), $archives));
        if ($dryRun) {
            $io->writeln("Older than {$days} days: {$count}");

            return Command::SUCCESS;
        }
        // In pieces: enquiries come in between.
        $bar = $io->createProgressBar($count);
        $deleted = 0;
        foreach ($archives as $archive) {
            while (($some = $archive->purge($before, self::AT_ONCE)) > 0) {
                $deleted += $some;
                $bar->advance($some);
            }
        }
        $bar->clear();
        $io->writeln("Deleted: {$deleted}");
        try {
            array_walk($archives, static fn(Archive $archive) => $archive->scrub(rebuild: false));
        } catch (StoreUnavailable $unavailable) {
            $io->warning($unavailable->getMessage());
        }

        return Command::SUCCESS;
    }
}
