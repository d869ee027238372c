<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Database\Backup;
use Enquiry\Database\UnusableBackup;
use Enquiry\Outbox\EnquiryRepository;
use Enquiry\Storage\StoreUnavailable;
use Symfony\Component\Console\Attribute\Argument;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Style\SymfonyStyle;

#[AsCommand(name: 'erase', description: 'Deletes all enquiries of an e-mail address, delivered or not', help: self::HELP)]
final readonly class EraseCommand
{
    private const HELP = <<<'TEXT'
        It deletes them from the configured database, and from the queue that was in DATA_DIR before it, and clears
        the tables' files of what is left of them; others may wait for a moment. It ends with 1 where it knows that
        something is left, and says what; run again, it takes up what it could not do.

        What it cannot reach:
         - mail that has left: the mailboxes of the sales team, the mail server's queue
         - backups: those in DATA_DIR/backups that hold the address are named. After a restore, erase again.
         - what a database server keeps besides its tables until it needs the room: MariaDB's and MySQL's undo, redo
           and binary logs, PostgreSQL's WAL; their archives and replicas
         - the log, where a mail server has quoted the address as it refused a mail
         - a queue that was left on another machine
        TEXT;

    public function __construct(private Services $services) {}

    public function __invoke(
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
            } catch (UnusableBackup) {
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
}
