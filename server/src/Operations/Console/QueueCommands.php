<?php

declare(strict_types=1);

namespace Enquiry\Operations\Console;

use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\Installation;
use Enquiry\Configuration\InvalidConfiguration;
use Enquiry\Delivery\Worker;
use Enquiry\Shared\Text;
use Enquiry\Store\DataFolder;
use Enquiry\Store\ServerDatabase;
use Enquiry\Store\State;
use Enquiry\Store\StoreUnavailable;
use Symfony\Component\Console\Attribute\Argument;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\Style\SymfonyStyle;

/** Sets up, delivers and shows the queue. */
final readonly class QueueCommands
{
    private const LISTED_AT_ONCE = 20;

    private const WORK_HELP = <<<'TEXT'
        For cron: <info>* * * * * php server/console work --once</info>
        It ends when nothing is due, or after 50 seconds. Once a day it also deletes what is older than RETENTION_DAYS,
        and makes a backup (BACKUPS_KEPT).

        Without --once it runs until SIGTERM or SIGINT, for a supervisor such as systemd. It also ends when .env changes
        or a new release is uploaded, so that the supervisor restarts it with the changes.
        TEXT;

    public function __construct(private Services $services, private Installation $installation) {}

    /** @return list<Command> */
    public function commands(): array
    {
        return [
            (new Command('setup'))
                ->setDescription('Creates the .env file, the data folder and the tables, and checks that they can be used')
                ->setCode($this->setup(...)),
            (new Command('work'))
                ->setDescription('Delivers the waiting enquiries')
                ->setHelp(self::WORK_HELP)
                ->setCode($this->work(...)),
            (new Command('status'))
                ->setDescription('Shows the state of the queue')
                ->setHelp('Exits with 1 if an operator should act: no enquiry can be accepted, one was recently refused, one has waited longer than ALERT_AFTER_MINUTES, one has failed, or the database cannot be read.')
                ->setCode($this->status(...)),
            (new Command('list'))
                ->setDescription('Lists the enquiries, newest first')
                ->setHelp('<info>list</info>, <info>list failed --page=2</info>, <info>list --since="2 hours" --flagged --search=casino</info>. Suspected spam has a <info>!</info>. Waiting enquiries are delivered automatically. Sent enquiries were accepted by the mail servers of all recipients. Closed enquiries were dismissed. <info>failed:show REFERENCE</info> shows all of an enquiry, in any state.')
                ->setCode($this->list(...)),
            (new Command('resend'))
                ->setDescription('Mails an enquiry to all recipients again')
                ->setHelp('Use it if a mail server accepted the mail, but it bounced or was lost. The new mail says that it was sent again, and has a new Message-ID, because mail programs hide duplicates.')
                ->setCode($this->resend(...)),
        ];
    }

    public function setup(
        SymfonyStyle $io,
        #[Option('The user that the web server runs PHP as. Run setup as root to make this user the owner of the data folder and .env')]
        string $owner = '',
        #[Option('Print the SQL that makes or updates the tables, for an administrator of the database, and do nothing else')]
        bool $sql = false,
    ): int {
        if ($sql) {
            return $this->printSql($io);
        }
        $file = $this->installation->environment();
        try {
            $configuration = $this->services->configuration();
        } catch (InvalidConfiguration $invalid) {
            if (!is_file($file) && $this->makeEnvironmentFile($file, $owner)) {
                $io->warning("{$file} was created. Fill it in, then run setup again.");

                return Command::FAILURE;
            }
            DoctorCommand::printSettings($io, $invalid->asRead);
            throw $invalid;
        }
        DoctorCommand::printSettings($io, $configuration->asRead());
        foreach (Configuration::unknownKeys($this->installation) as $key) {
            $io->warning("{$file} has {$key}, which is not a setting. Correct the name (see .env.example), or delete the line.");
        }
        $folder = $configuration->folder();
        $folder->make();
        if ($configuration->databaseUrl === null && $configuration->dataId === '') {
            self::rememberFolder($io, $folder, $file);
        }
        if ($owner !== '' && !($folder->giveTo($owner) && (!is_file($file) || @chown($file, $owner)))) {
            $io->error("{$owner} cannot be made the owner of the data folder. Run setup as root, with a user that exists.");

            return Command::FAILURE;
        }
        $database = $this->services->database();
        $database->prepare();
        // Tries to write, because a full or read-only disk can still be read.
        $this->services->healthCheck()->rehearse();
        $io->success("Data folder {$folder->path} and database {$database->name()} are ready.");
        if (fileowner($folder->path) === 0) {
            $io->note('The data folder belongs to root. If PHP runs as another user, such as www-data, run setup again with --owner=www-data.');
        }
        $strangers = $folder->strangers();
        if ($strangers !== []) {
            $io->warning('These files do not belong to the owner of the data folder, so PHP may not be able to write them. Run setup as root with --owner=www-data, or with the user that PHP runs as:');
            $io->listing($strangers); // The block above would break long paths.
        }
        $risks = $this->services->databaseRisks();
        foreach ($risks as $risk => $fix) {
            $configuration->acceptsDatabaseRisk ? $io->note($risk) : $io->error("{$risk} {$fix}");
        }

        return $risks === [] || $configuration->acceptsDatabaseRisk ? Command::SUCCESS : Command::FAILURE;
    }

    private function printSql(SymfonyStyle $io): int
    {
        $database = $this->services->database();
        $io->writeln($database instanceof ServerDatabase ? $database->missingSql() : '-- SQLite needs no administrator: run setup.', OutputInterface::OUTPUT_RAW);

        return Command::SUCCESS;
    }

    /** So that the folder is missed if its disk is not mounted. Appending cannot cut .env short. */
    private static function rememberFolder(SymfonyStyle $io, DataFolder $folder, string $file): void
    {
        $line = "DATA_ID={$folder->id()}";
        // A DATA_DIR of this process alone is not the web server's.
        if (getenv('DATA_DIR') !== false || !is_file($file) || !DataFolder::write($file, "\n{$line}\n", 'a')) {
            $io->note("Add this line to .env, so that a data folder whose disk is not mounted is refused: {$line}");
        }
    }

    /** An upload has no .env, because it would replace the operator's own. */
    private function makeEnvironmentFile(string $file, string $owner): bool
    {
        $example = @file_get_contents("{$file}.example");
        // Private, because it will contain a password.
        $mask = umask(0o077);
        $made = $example !== false && DataFolder::write($file, $example);
        umask($mask);

        return $made && ($owner === '' || @chown($file, $owner));
    }

    public function work(
        SymfonyStyle $io,
        #[Option('End when nothing is due, or after 50 seconds')]
        bool $once = false,
    ): int {
        $before = $this->installation->stamps();
        // Creates the tables with the long time limit of a command.
        $this->services->database()->prepare();
        $worker = $this->services->worker();
        self::stopOnSignal($worker);
        if ($once) {
            $sent = $worker->runOnce(50);
            if ($sent > 0 || $io->isVerbose()) {
                $io->writeln("Mailed: {$sent}");
            }

            return Command::SUCCESS;
        }
        $io->writeln('Delivering what is due.');
        $worker->run(fn(): bool => $this->installation->stamps() !== $before);
        if ($this->installation->stamps() !== $before) {
            $io->writeln('.env or the release has changed. This process ends, and its supervisor starts a new one.');
        }

        return Command::SUCCESS;
    }

    /** Without pcntl, a signal ends PHP at once, and the current mail is sent again when its lease runs out. */
    private static function stopOnSignal(Worker $worker): void
    {
        if (\function_exists('pcntl_async_signals') && \function_exists('pcntl_signal')) {
            pcntl_async_signals(true);
            foreach ([\SIGTERM, \SIGINT] as $signal) {
                pcntl_signal($signal, $worker->stop(...));
            }
        }
    }

    public function status(
        SymfonyStyle $io,
        #[Option('Print one JSON object, for programs')]
        bool $json = false,
    ): int {
        $now = $this->services->now();
        try {
            $status = $this->services->healthCheck()->report();
        } catch (StoreUnavailable $failure) {
            $json ? $io->writeln(json_encode(['reasons' => [$failure->getMessage()]], \JSON_THROW_ON_ERROR)) : $io->warning($failure->getMessage());

            return Command::FAILURE;
        }
        $reasons = $status->reasons(60 * $this->services->configuration()->alertAfterMinutes);
        if ($json) {
            $warnings = $status->warnings();
            $io->writeln(json_encode($status->toArray() + ['reasons' => $reasons] + ($warnings === [] ? [] : ['warnings' => $warnings]) + ($status->events === [] ? [] : ['events' => $status->events]), \JSON_THROW_ON_ERROR));
        } else {
            $ago = fn(?int $seconds): string => $seconds === null ? '–' : $this->services->format($now - $seconds);
            $io->table([], [
                ['Waiting', $status->waiting],
                ['Due now', $status->due],
                ...($status->collected === 0 ? [] : [['Collected for a digest', $status->collected]]),
                ['Oldest waiting since', $ago($status->oldestSeconds)],
                ['Failed', $status->failed],
                ['Sent today', $status->sentToday],
                ['A worker last ran', $ago($status->workerSeenSecondsAgo)],
                ...array_map(null, array_keys($status->events), $status->events),
            ]);
            if ($status->lastError !== null) {
                $io->text('Last error: ' . Services::line($status->lastError));
            }
            array_map($io->note(...), array_keys($this->services->databaseRisks()));
            array_map($io->warning(...), [...$reasons, ...$status->warnings()]);
        }

        return $reasons === [] ? Command::SUCCESS : Command::FAILURE;
    }

    public function list(
        SymfonyStyle $io,
        #[Argument('waiting, sent, failed or closed; by default all')]
        string $state = '',
        #[Option('The same as the argument', name: 'state')]
        string $only = '',
        #[Option(Services::SINCE)]
        string $since = '',
        #[Option('Only those with this text in the reference, the network, the email address or any other field, in any case')]
        string $search = '',
        #[Option('Only suspected ones, with their networks and the reasons')]
        bool $flagged = false,
        #[Option('The page to show, with 20 enquiries each')]
        string $page = '1',
    ): int {
        $asked = $only === '' ? $state : $only;
        $number = filter_var($page, \FILTER_VALIDATE_INT, ['options' => ['min_range' => 1, 'max_range' => 1_000_000_000]]);
        if (($asked !== '' && State::tryFrom($asked) === null) || $number === false) {
            $io->error('The state must be waiting, sent, failed, closed or empty, and --page a whole number of at least 1.');

            return Command::INVALID;
        }
        $sought = Text::fold($search);
        $skipped = self::LISTED_AT_ONCE * ($number - 1);
        $count = 0;
        foreach ($this->services->repository()->newest(State::tryFrom($asked), $this->services->since($since)) as $record) {
            if (($flagged && $record->reasons() === []) || ($sought !== '' && !str_contains(Text::fold("{$record->reference} {$record->email} {$record->network} {$record->text()}"), $sought))) {
                continue;
            }
            if (++$count > $skipped + self::LISTED_AT_ONCE) {
                $io->writeln('For more enquiries use --page=' . ($number + 1));
                break;
            }
            if ($count > $skipped) {
                $io->writeln($this->services->summary($record));
                $io->writeln($flagged ? ['    ' . Services::line(($record->network ?? 'unknown network') . ': ' . implode('; ', $record->reasons()))] : []);
            }
        }
        if ($count <= $skipped) {
            $io->writeln($number === 1 ? 'There are no enquiries.' : 'There are no more enquiries.');
        }

        return Command::SUCCESS;
    }

    public function resend(
        SymfonyStyle $io,
        #[Argument('For example 7K3QM-0XW4T')]
        string $reference,
        #[Option('Do not ask for confirmation')]
        bool $force = false,
    ): int {
        $record = $this->services->find($reference);
        if ($record === null) {
            $io->error('There is no enquiry with this reference.');

            return Command::FAILURE;
        }
        if ($record->state === State::Waiting->value) {
            $io->error('This enquiry is still waiting and will be mailed automatically. If it waits for long, status shows why.');

            return Command::FAILURE;
        }
        $to = implode(', ', $this->services->configuration()->recipients());
        $what = Services::line("{$record->reference}, received {$this->services->format($record->receivedAt)}, {$record->state} {$this->services->format($record->sentAt)}");
        if (!$force && !$io->confirm("{$what}: mail it again to {$to}?", false)) {
            $io->writeln('Nothing was queued.');

            return Command::FAILURE;
        }
        if (!$this->services->repository()->resend($record->reference, $this->services->now())) {
            $io->error('This enquiry has just been queued or deleted by another command.');

            return Command::FAILURE;
        }
        $io->success('Queued again: 1');

        return Command::SUCCESS;
    }
}
