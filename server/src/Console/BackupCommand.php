<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Database\Backup;
use Enquiry\Storage\DataFolder;
use Enquiry\Storage\StoreUnavailable;
use Symfony\Component\Console\Attribute\Argument;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Style\SymfonyStyle;

#[AsCommand(name: 'backup', description: 'Copies all enquiries into one file, while they come in', help: self::HELP)]
final readonly class BackupCommand
{
    private const HELP = <<<'TEXT'
        The file is an SQLite file of its own, whichever database the queue is in, and only this user can read it. It
        holds what there was at the moment when the command began. <info>restore FILE</info> puts it back.

        For cron, every night: <info>17 2 * * * php server/console backup --keep=7</info>
        Copy the files to another machine as well, and keep them as private there: they hold all that was typed.
        TEXT;

    /** By which --keep knows what it may delete. */
    private const NAME = '/^enquiries-\d{8}T\d{6}Z\.sqlite$/D';

    public function __construct(private Services $services) {}

    public function __invoke(
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
        $lock = $this->services->queue()->folder()->openLock('backup.lock');
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
            self::delete($folder, \array_slice(array_reverse($folder->names(self::NAME)), $most));
        }
        try {
            $this->services->monitor()->recordBackup($now);
        } catch (StoreUnavailable $unavailable) {
            $io->warning("The backup is whole, but its time could not be noted. {$unavailable->getMessage()}");
        }

        return Command::SUCCESS;
    }

    /** @param list<string> $names */
    private static function delete(DataFolder $folder, array $names): void
    {
        array_map(static fn(string $name): bool => unlink($folder->file($name)), $names);
    }
}
