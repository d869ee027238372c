<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Outbox\EnquiryRepository;
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

    /** It is to run every day. After a longer pause the clock may have leapt, and all would be old by it. */
    private const MOST_DAYS_BETWEEN = 31;

    public function __invoke(
        SymfonyStyle $io,
        #[Option('Only says how many there are')]
        bool $dryRun = false,
        #[Option('Deletes also where it has not run for a month, which may mean that the clock is wrong')]
        bool $force = false,
    ): int {
        $days = $this->services->queue()->retentionDays;
        $now = $this->services->now();
        $before = $now - $days * 86_400;
        $repositories = $this->services->repositories();
        $count = array_sum(array_map(static fn(EnquiryRepository $repository): int => $repository->countOlderThan($before), $repositories));
        if ($dryRun) {
            $io->writeln("Older than {$days} days: {$count}");

            return Command::SUCCESS;
        }
        $monitor = $this->services->monitor();
        $last = $monitor->lastPurge() ?? $now;
        if (!$force && $now - $last > self::MOST_DAYS_BETWEEN * 86_400) {
            $io->error("Nothing was deleted. This last ran on {$this->services->format($last)}, and by the clock it is {$this->services->format($now)} now. If that is wrong, set the clock right; if not, run this again with --force.");

            return Command::FAILURE;
        }
        // In pieces: enquiries come in between.
        $bar = $io->createProgressBar($count);
        $deleted = 0;
        foreach ($repositories as $repository) {
            while (($some = $repository->purge($before, self::AT_ONCE)) > 0) {
                $deleted += $some;
                $bar->advance($some);
            }
        }
        $bar->clear();
        $monitor->recordPurge(max($last, $now));
        $io->writeln("Deleted: {$deleted}");
        try {
            array_walk($repositories, static fn(EnquiryRepository $repository) => $repository->scrub(rebuild: false));
        } catch (StoreUnavailable $unavailable) {
            $io->warning($unavailable->getMessage());
        }

        return Command::SUCCESS;
    }
}
