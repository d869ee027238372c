<?php

declare(strict_types=1);

namespace Enquiry\Operations\Console;

use Enquiry\Store\Backup;
use Enquiry\Store\EnquiryRepository;
use Enquiry\Store\StoredEnquiry;
use Enquiry\Store\StoreUnavailable;
use Symfony\Component\Console\Attribute\Argument;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\Style\SymfonyStyle;

/** What is stored about a person: access, erasure, and deletion in its time. */
final readonly class PersonalDataCommands
{
    private const ERASE_HELP = <<<'TEXT'
        It deletes them from the configured database, and from the queue that was in DATA_DIR before it, and clears
        the tables' files of what is left of them; others may wait for a moment. It ends with 1 where it knows that
        something is left, and says what; run again, it takes up what it could not do.

        What it cannot reach:
         - mail that has left: the mailboxes of the sales team, the mail server's queue
         - backups: those in DATA_DIR/backups that hold the address are named. After a restore, erase again.
         - what a database server keeps besides its tables until it needs the room: its undo, redo and binary logs;
           their archives and replicas
         - the log, where a mail server has quoted the address as it refused a mail
         - a queue that was left on another machine
        TEXT;

    private const PURGED_AT_ONCE = 500;

    /** Purging is to happen every day. After a longer pause the clock may have leapt, and all would be old by it. */
    private const MOST_DAYS_BETWEEN_PURGES = 31;

    public function __construct(private Services $services) {}

    /** @return list<Command> */
    public function commands(): array
    {
        return [
            (new Command('find'))
                ->setDescription('Lists the enquiries that came from an e-mail address')
                ->setCode($this->find(...)),
            (new Command('export'))
                ->setDescription('Prints all that is stored about an e-mail address as JSON')
                ->setCode($this->export(...)),
            (new Command('erase'))
                ->setDescription('Deletes all enquiries of an e-mail address, delivered or not')
                ->setHelp(self::ERASE_HELP)
                ->setCode($this->erase(...)),
            (new Command('purge'))
                ->setDescription('Deletes what was sent or failed more than RETENTION_DAYS ago; what waits is kept')
                ->setCode($this->purge(...)),
        ];
    }

    public function find(
        SymfonyStyle $io,
        #[Argument('As the visitor typed it, in any case')]
        string $email,
    ): int {
        $records = $this->services->findByEmail($email);
        $io->table(['Reference', 'Received', 'State', 'Sent', 'Replaces'], array_map(
            fn(StoredEnquiry $record): array => [
                Services::line($record->reference),
                $this->services->format($record->receivedAt),
                Services::line($record->state),
                $this->services->format($record->sentAt),
                implode(', ', $record->replaces()),
            ],
            $records,
        ));

        return $records === [] ? Command::FAILURE : Command::SUCCESS;
    }

    public function export(
        OutputInterface $output,
        #[Argument('As the visitor typed it, in any case')]
        string $email,
    ): int {
        $records = $this->services->findByEmail($email);
        $output->writeln(Services::json($records), OutputInterface::OUTPUT_RAW);

        return Command::SUCCESS;
    }

    public function erase(
        SymfonyStyle $io,
        #[Argument('As the visitor typed it, in any case')]
        string $email,
        #[Option('Without asking')]
        bool $force = false,
    ): int {
        $left = [];
        $counts = $this->inEach(static fn(EnquiryRepository $repository): int => \count($repository->findByEmail($email)), $left);
        $count = array_sum($counts);
        if ($count > 0 && !$force && !$io->confirm("Delete {$count} for good?", false)) {
            $io->writeln('Nothing was deleted.');

            return Command::FAILURE;
        }
        $left = [];
        $deleted = array_sum($this->inEach(static fn(EnquiryRepository $repository): int => $repository->erase($email), $left));
        // Also where nothing was found: an earlier run may not have come so far.
        $this->inEach(static fn(EnquiryRepository $repository) => $repository->scrub(rebuild: true), $left);
        $left += $this->backupsWith($email);
        if ($deleted > 0) {
            $io->success("Deleted: {$deleted}");
        } elseif ($left === []) {
            $io->warning('Nothing is stored about this address.');
        }
        if ($left === []) {
            return Command::SUCCESS;
        }
        $io->error('Something may be left. Run this again once that is mended:');
        $io->listing(array_map(static fn(string $place, string $reason): string => "{$place}: {$reason}", array_keys($left), $left));

        return Command::FAILURE;
    }

    /** @return array<string, string> what to do, by file */
    private function backupsWith(string $email): array
    {
        $found = [];
        $folder = $this->services->backups();
        foreach ($folder->names('/\.(?:sqlite|part)$/D') as $name) {
            try {
                if (Backup::open($folder->file($name))->holdsEmail($email)) {
                    $found[$folder->file($name)] = 'Delete this backup. backup --keep=1 makes a new one and deletes all others.';
                }
            } catch (\RuntimeException) {
                $found[$folder->file($name)] = 'It cannot be read as a backup: look what it is, or delete it.';
            }
        }

        return $found;
    }

    /**
     * @template T
     *
     * @param \Closure(EnquiryRepository): T  $work
     * @param array<string, string> $failures by place
     *
     * @return list<T>
     */
    private function inEach(\Closure $work, array &$failures): array
    {
        $results = [];
        foreach ($this->services->repositories() as $repository) {
            try {
                $results[] = $work($repository);
            } catch (StoreUnavailable $unavailable) {
                $failures[$repository->name()] = $unavailable->getMessage();
            }
        }

        return $results;
    }

    public function purge(
        SymfonyStyle $io,
        #[Option('Only says how many there are')]
        bool $dryRun = false,
        #[Option('Deletes also where it has not run for a month, which may mean that the clock is wrong')]
        bool $force = false,
    ): int {
        $days = $this->services->configuration()->retentionDays;
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
        if (!$force && $now - $last > self::MOST_DAYS_BETWEEN_PURGES * 86_400) {
            $io->error("Nothing was deleted. This last ran on {$this->services->format($last)}, and by the clock it is {$this->services->format($now)} now. If that is wrong, set the clock right; if not, run this again with --force.");

            return Command::FAILURE;
        }
        // In pieces: enquiries come in between.
        $bar = $io->createProgressBar($count);
        $deleted = 0;
        foreach ($repositories as $repository) {
            while (($some = $repository->purge($before, self::PURGED_AT_ONCE)) > 0) {
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
