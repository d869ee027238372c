<?php

declare(strict_types=1);

namespace Enquiry\Operations\Console;

use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\InvalidConfiguration;
use Enquiry\Delivery\Worker;
use Enquiry\Store\State;
use Enquiry\Store\StoreUnavailable;
use Symfony\Component\Console\Attribute\Argument;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Style\SymfonyStyle;

/** The queue: setting it up, delivering from it, and seeing how it does and what is in it. */
final readonly class QueueCommands
{
    private const LISTED_AT_ONCE = 20;

    /** In columns, so that a line of the list fits a terminal of 80. */
    private const SUBJECT_WIDTH = 38;

    /** @param string $root the folder of .env and .env.example, which holds the server folder */
    public function __construct(private Services $services, private string $root) {}

    /** @return list<Command> */
    public function commands(): array
    {
        return [
            (new Command('setup'))
                ->setDescription('Makes the .env file, the data folder and the tables, and checks that they can be used')
                ->setCode($this->setup(...)),
            (new Command('work'))
                ->setDescription('Delivers what is due')
                ->setHelp('Without an option it runs until it is told to stop (SIGTERM, SIGINT), for a supervisor such as systemd, reads .env anew when that has changed, and ends when another release was uploaded. With <info>--once</info> it ends when nothing is due or after 50 seconds, for cron: <info>* * * * * php server/console work --once</info>')
                ->setCode($this->work(...)),
            (new Command('status'))
                ->setDescription('Says how the queue is doing')
                ->setHelp('Ends with 1 where somebody should look: no enquiry can be taken or one was just refused, the oldest that waits is older than ALERT_AFTER_MINUTES, one has failed, the clock has gone back, or the store cannot be read. A worker that never ran is none of these, since mail leaves after each answer too: what waits too long counts, and doctor tells of the worker.')
                ->setCode($this->status(...)),
            (new Command('list'))
                ->setDescription('Lists the enquiries, the newest first')
                ->setHelp('<info>list</info>, <info>list failed</info>, <info>list --page=2</info>. What waits is delivered by itself, sent is what all recipients\' mail servers have taken, closed is what had failed and was dismissed. <info>failed:show REFERENCE</info> shows all of one, in any state.')
                ->setCode($this->list(...)),
            (new Command('resend'))
                ->setDescription('Mails an enquiry to all recipients once more')
                ->setHelp('For one that a mail server took and lost later: it bounced, or lies in a folder that nobody finds. The mail says in its subject and its text that it was sent again, and has a Message-ID of its own, because mail programs drop what comes twice.')
                ->setCode($this->resend(...)),
        ];
    }

    public function setup(
        SymfonyStyle $io,
        #[Option('The user that the web server runs PHP as, to whom root gives the data folder and .env')]
        string $owner = '',
    ): int {
        $file = "{$this->root}/.env";
        try {
            $configuration = $this->services->configuration();
        } catch (InvalidConfiguration $invalid) {
            if (!is_file($file) && $this->makeEnvironmentFile($file, $owner)) {
                $io->warning("{$file} was made. Fill it in, then run setup again.");

                return Command::FAILURE;
            }
            DoctorCommand::printSettings($io, $invalid->asRead);
            throw $invalid;
        }
        DoctorCommand::printSettings($io, $configuration->asRead());
        foreach (Configuration::unknownKeys($this->root) as $key) {
            $io->warning("{$file} has {$key}, which is not a setting. Correct the name by .env.example, or delete the line.");
        }
        $folder = $configuration->folder();
        $folder->make();
        if ($owner !== '' && !($folder->giveTo($owner) && (!is_file($file) || @chown($file, $owner)))) {
            $io->error("{$owner} cannot be made the owner of the data folder. Run setup as root, with a user that exists.");

            return Command::FAILURE;
        }
        $database = $this->services->database();
        $database->prepare(anew: true);
        // This writes: a full or read-only disk can still be read.
        $this->services->healthCheck()->rehearse();
        $io->success("Data folder {$folder->path} and database {$database->name()} are ready.");
        if (fileowner($folder->path) === 0) {
            $io->note('The data folder belongs to root. If PHP runs as another user, such as www-data, run setup again with --owner=www-data.');
        }
        $strangers = $folder->strangers();
        if ($strangers !== []) {
            $io->warning('These files do not belong to the owner of the data folder, so PHP may not be able to write them. Run setup as root with --owner=www-data, or the user that PHP runs as:');
            $io->listing($strangers); // The block above would break long paths.
        }

        return Command::SUCCESS;
    }

    /** An upload has no .env, because it would replace the operator's own. */
    private function makeEnvironmentFile(string $file, string $owner): bool
    {
        $example = @file_get_contents("{$file}.example");
        // It will hold a password.
        $mask = umask(0o077);
        $made = $example !== false && @file_put_contents($file, $example) !== false;
        umask($mask);

        return $made && ($owner === '' || @chown($file, $owner));
    }

    public function work(
        SymfonyStyle $io,
        #[Option('Ends when nothing is due, or after 50 seconds')]
        bool $once = false,
    ): int {
        if (!$once) {
            $this->workOn($io);

            return Command::SUCCESS;
        }
        $sent = $this->worker()->runOnce(50);
        if ($sent > 0 || $io->isVerbose()) {
            $io->writeln("Mailed: {$sent}");
        }

        return Command::SUCCESS;
    }

    /** An operator mends what is in .env, or uploads a release, and expects that to count. */
    private function workOn(SymfonyStyle $io): void
    {
        $settings = $this->stampOf('.env');
        $release = $this->stampOf('server/vendor/autoload.php');
        $isStopped = false;
        $io->writeln('Delivering what is due.');
        do {
            $this->worker($isStopped)->run(fn(): bool => $settings !== $this->stampOf('.env') || $release !== $this->stampOf('server/vendor/autoload.php'));
            if ($release !== $this->stampOf('server/vendor/autoload.php')) {
                $io->writeln('Another release was uploaded: this process ends, and its supervisor starts it anew.');

                return;
            }
            if ($settings !== $this->stampOf('.env')) {
                $settings = $this->stampOf('.env');
                try {
                    $this->services->reload();
                    $io->writeln('.env has changed and was read again.');
                } catch (InvalidConfiguration $invalid) {
                    $io->error(".env has changed and is not used. {$invalid->getMessage()}");
                }
            }
        } while (!$isStopped);
    }

    private function worker(bool &$isStopped = false): Worker
    {
        // It brings the tables up to date, which no visitor shall wait for.
        $this->services->database();
        $worker = $this->services->worker();
        // Without pcntl a signal ends PHP at once; the lease sees to the mail in hand.
        if (\function_exists('pcntl_async_signals') && \function_exists('pcntl_signal')) {
            pcntl_async_signals(true);
            foreach ([\SIGTERM, \SIGINT] as $signal) {
                pcntl_signal($signal, static function () use ($worker, &$isStopped): void {
                    $isStopped = true;
                    $worker->stop();
                });
            }
        }

        return $worker;
    }

    /** Another one where the file was written, replaced, made or removed. */
    private function stampOf(string $file): string
    {
        clearstatcache();
        $stat = @stat("{$this->root}/{$file}");

        return $stat === false ? '' : "{$stat['ino']} {$stat['size']} {$stat['mtime']}";
    }

    public function status(
        SymfonyStyle $io,
        #[Option('As one JSON object, for programs')]
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
            $io->writeln(json_encode($status->toArray() + ['reasons' => $reasons], \JSON_THROW_ON_ERROR));
        } else {
            $ago = fn(?int $seconds): string => $seconds === null ? '–' : $this->services->format($now - $seconds);
            $io->table([], [
                ['Waiting', $status->waiting],
                ['Due now', $status->due],
                ['Oldest waiting since', $ago($status->oldestSeconds)],
                ['Failed', $status->failed],
                ['Sent today', $status->sentToday],
                ['A worker last ran', $ago($status->workerSeenSecondsAgo)],
                ...($status->clockSteppedSecondsAgo === null ? [] : [['The clock last went back', "{$ago($status->clockSteppedSecondsAgo)}, by {$status->clockSteppedBySeconds} s"]]),
            ]);
            if ($status->lastError !== null) {
                $io->text('Last refused with: ' . Services::line($status->lastError));
            }
            array_map($io->warning(...), $reasons);
        }

        return $reasons === [] ? Command::SUCCESS : Command::FAILURE;
    }

    public function list(
        SymfonyStyle $io,
        #[Argument('Only these: waiting, sent, failed or closed')]
        string $state = '',
        #[Option('Which twenty; 1 are the newest')]
        string $page = '1',
    ): int {
        $only = State::tryFrom($state);
        $number = filter_var($page, \FILTER_VALIDATE_INT, ['options' => ['min_range' => 1, 'max_range' => 1_000_000_000]]);
        if (($state !== '' && $only === null) || $number === false) {
            $io->error('Give waiting, sent, failed, closed or nothing, and --page a whole number from 1 on.');

            return Command::INVALID;
        }
        $records = $this->services->repository()->page($only, self::LISTED_AT_ONCE * ($number - 1), self::LISTED_AT_ONCE + 1);
        foreach (\array_slice($records, 0, self::LISTED_AT_ONCE) as $record) {
            $time = mb_substr($this->services->format($record->receivedAt), 0, -5);
            $io->writeln(
                self::column($record->reference, 11) . '  ' . self::column($record->state, 7) . '  ' . self::column($time, 17) . '  '
                . Services::line(mb_strimwidth(Services::plain($record->subject()), 0, self::SUBJECT_WIDTH, '…', 'UTF-8')),
            );
        }
        if ($records === []) {
            $io->writeln($number === 1 ? 'There is none.' : 'There are no more.');
        } elseif (\count($records) > self::LISTED_AT_ONCE) {
            $io->writeln('There are more: --page=' . ($number + 1));
        }

        return Command::SUCCESS;
    }

    private static function column(string $text, int $width): string
    {
        $plain = mb_strimwidth(Services::plain($text), 0, $width, '…', 'UTF-8');

        return Services::line($plain) . str_repeat(' ', max(0, $width - mb_strwidth($plain, 'UTF-8')));
    }

    public function resend(
        SymfonyStyle $io,
        #[Argument('Such as 7K3QM-0XW4T')]
        string $reference,
        #[Option('Without asking')]
        bool $force = false,
    ): int {
        $record = $this->services->find($reference);
        if ($record === null) {
            $io->error('There is no enquiry with this reference.');

            return Command::FAILURE;
        }
        if ($record->state === State::Waiting->value) {
            $io->error('This enquiry still waits and is mailed by itself. Where it waits for long, status says why.');

            return Command::FAILURE;
        }
        $to = implode(', ', $this->services->recipients());
        $what = Services::line("{$record->reference}, received {$this->services->format($record->receivedAt)}, {$record->state} {$this->services->format($record->sentAt)}");
        if (!$force && !$io->confirm("{$what}: mail it once more to {$to}?", false)) {
            $io->writeln('Nothing was queued.');

            return Command::FAILURE;
        }
        if (!$this->services->repository()->resend($this->services->now(), $record->reference)) {
            $io->error('Somebody else has queued or deleted it meanwhile.');

            return Command::FAILURE;
        }
        $io->success('Queued again: 1');

        return Command::SUCCESS;
    }
}
