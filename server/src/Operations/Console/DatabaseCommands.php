<?php

declare(strict_types=1);

namespace Enquiry\Operations\Console;

use Enquiry\Delivery\QueueMonitor;
use Enquiry\Store\Backup;
use Enquiry\Store\DatabaseUrl;
use Enquiry\Store\DataFolder;
use Enquiry\Store\Relocation;
use Enquiry\Store\StoreUnavailable;
use Enquiry\Store\TimeLimit;
use Symfony\Component\Console\Attribute\Argument;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Helper\ProgressBar;
use Symfony\Component\Console\Style\SymfonyStyle;

/** All enquiries at once: into another database, into a file and back. */
final readonly class DatabaseCommands
{
    private const BACKUP_HELP = <<<'TEXT'
        The file is an SQLite file of its own, whichever database the queue is in, and only this user can read it. It
        holds what there was at the moment when the command began. <info>restore FILE</info> puts it back.

        For cron, every night: <info>17 2 * * * php server/console backup --keep=7</info>
        Copy the files to another machine as well, and keep them as private there: they hold all that was typed.
        TEXT;

    /** By which --keep knows what it may delete. */
    private const BACKUP_NAME = '/^enquiries-(\d{8}T\d{6}Z)\.sqlite$/D';

    private const RESTORE_HELP = <<<'TEXT'
        Nothing that is in the database is changed or deleted; run again, it adds nothing. Where the old tables are
        damaged, take them away first (of SQLite: enquiries.sqlite, and what begins with that name), then run <info>setup</info>.

        What waited in the backup waits again, and is mailed: a second time, where it was mailed after the backup was
        made and the database has forgotten that. What was marked sent or failed stays so, and is not mailed.
        What was erased or purged after the backup was made is back: erase it again.
        TEXT;

    public function __construct(private Services $services) {}

    /** @return list<Command> */
    public function commands(): array
    {
        return [
            (new Command('move'))
                ->setDescription('Moves all enquiries from the configured database to another')
                ->setHelp('First set DATABASE_URL of the web server to the new database, so that nothing more comes in here; then run this with the old one in its environment. It can be run again at any time, and stores nothing twice. What waits, was sent or has failed does so there; the old tables are empty in the end, and their files cleared.')
                ->setCode($this->move(...)),
            (new Command('backup'))
                ->setDescription('Copies all enquiries into one file, while they come in')
                ->setHelp(self::BACKUP_HELP)
                ->setCode($this->backup(...)),
            (new Command('restore'))
                ->setDescription('Puts back what a backup has and the configured database lacks')
                ->setHelp(self::RESTORE_HELP)
                ->setCode($this->restore(...)),
        ];
    }

    public function move(
        SymfonyStyle $io,
        #[Argument('mysql://user:password@host/database or sqlite:///full/path/of/the/folder; left out, it is asked for, because other users of the machine see arguments')]
        ?string $url = null,
    ): int {
        $url ??= $io->askHidden('URL of the database to move to (it is not shown)');
        $target = DatabaseUrl::parse(\is_string($url) ? $url : '')?->open(TimeLimit::ofCommand());
        if ($target === null) {
            $io->error('This is not the URL of a database: use mysql://user:password@host/database or sqlite:///full/path/of/the/folder.');

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
        self::end($bar, $io);
        $backedUpAt = $this->services->monitor()->lastBackup();
        if ($backedUpAt !== null) {
            (new QueueMonitor($target))->recordEarlierBackup($backedUpAt);
        }
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

    public function backup(
        SymfonyStyle $io,
        #[Argument('Left out, DATA_DIR/backups/enquiries-<time in UTC>.sqlite')]
        ?string $file = null,
        #[Option('Keeps so many of the newest in DATA_DIR/backups, and deletes the others')]
        ?string $keep = null,
    ): int {
        $most = $keep === null ? null : filter_var($keep, \FILTER_VALIDATE_INT, ['options' => ['min_range' => 1]]);
        if ($most === false || ($most !== null && $file !== null)) {
            $io->error('Give --keep a whole number from 1 on, and no file: it is for those in DATA_DIR/backups.');

            return Command::INVALID;
        }
        $lock = $this->services->configuration()->folder()->openLock('backup.lock');
        if (!flock($lock, \LOCK_EX | \LOCK_NB)) {
            $io->error('Another backup is being made. Wait for its end, then run this again where you still need to.');

            return Command::FAILURE;
        }
        $now = $this->services->now();
        $folder = $this->services->backups();
        if ($file === null) {
            $folder->make();
            // Left by runs that were killed: there is no other one now.
            self::delete($folder, $folder->names('/\.part$/D'));
        }
        $file ??= $folder->file('enquiries-' . gmdate('Ymd\THis\Z', $now) . '.sqlite');
        $count = Backup::take($this->services->database(), $file);
        $io->writeln("Backed up to {$file}: {$count}");
        // What root makes there, is the web server's as well.
        $folder->giveTo((int) fileowner(\dirname($folder->path)));
        if ($most !== null) {
            self::delete($folder, \array_slice(array_reverse($folder->names(self::BACKUP_NAME)), $most));
        }
        try {
            $this->services->monitor()->recordBackup($now);
        } catch (StoreUnavailable $unavailable) {
            $io->warning("The backup is whole, but its time could not be noted. {$unavailable->getMessage()}");
        }

        return Command::SUCCESS;
    }

    /** So that what is said next is not at its end, in a log or where it is piped, from which nothing is taken back. */
    private static function end(ProgressBar $bar, SymfonyStyle $io): void
    {
        $bar->clear();
        if ($bar->getProgress() > 0 && !$io->isDecorated()) {
            $io->newLine();
        }
    }

    /** @param list<string> $names */
    private static function delete(DataFolder $folder, array $names): void
    {
        array_map(static fn(string $name): bool => unlink($folder->file($name)), $names);
    }

    public function restore(
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
        self::end($bar, $io);
        $this->services->monitor()->recordEarlierBackup(self::madeAt($file, $this->services->now()));
        $io->writeln("Restored to {$database->name()}: {$stored}. There already: " . ($all - $stored));

        return Command::SUCCESS;
    }

    /** By its name, which a copy keeps; by its date where somebody else named it. */
    private static function madeAt(string $file, int $now): int
    {
        $named = preg_match(self::BACKUP_NAME, basename($file), $found) === 1 ? strtotime($found[1]) : false;

        return min($now, $named === false ? (int) filemtime($file) : $named);
    }
}
