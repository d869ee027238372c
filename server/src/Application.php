<?php

declare(strict_types=1);

namespace Enquiry;

use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\Installation;
use Enquiry\Configuration\InvalidConfiguration;
use Enquiry\Console\DatabaseCommands;
use Enquiry\Console\DoctorCommand;
use Enquiry\Console\EnquiryCommands;
use Enquiry\Console\PatternCommands;
use Enquiry\Console\QueueCommands;
use Enquiry\Console\Services;
use Enquiry\Database\BackupFailed;
use Enquiry\Database\Database;
use Enquiry\Database\EventCount;
use Enquiry\Database\NoteFile;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Database\TimeLimit;
use Enquiry\Doctor\Doctor;
use Enquiry\Doctor\HealthEndpoint;
use Enquiry\Doctor\InstallationProof;
use Enquiry\Doctor\Internet;
use Enquiry\Doctor\StatusPage;
use Enquiry\Doctor\WorkEndpoint;
use Enquiry\Http\ClientAddresses;
use Enquiry\Http\ConfirmationEndpoint;
use Enquiry\Http\FailureWords;
use Enquiry\Http\FormEndpoint;
use Enquiry\Http\OperatorToken;
use Enquiry\Http\Origins;
use Enquiry\Http\PageResponder;
use Enquiry\Http\Pages;
use Enquiry\Http\ResponseSender;
use Enquiry\Http\ScriptResponder;
use Enquiry\Http\XsrfToken;
use Enquiry\Log\ApplicationLog;
use Enquiry\Log\LimitedLog;
use Enquiry\Log\LogFile;
use Enquiry\Mail\Letterhead;
use Enquiry\Mail\SmtpMailer;
use Enquiry\Mail\SmtpServer;
use Enquiry\Queue\Alerts;
use Enquiry\Queue\Chores;
use Enquiry\Queue\Destination;
use Enquiry\Queue\EnquiryQueue;
use Enquiry\Queue\HealthCheck;
use Enquiry\Queue\ImmediateDelivery;
use Enquiry\Queue\Intake;
use Enquiry\Queue\QueueMonitor;
use Enquiry\Queue\QueueStatus;
use Enquiry\Queue\Sender;
use Enquiry\Queue\SuspectList;
use Enquiry\Queue\Throttle;
use Enquiry\Queue\Timer;
use Enquiry\Queue\Worker;
use Enquiry\Shared\SystemClock;
use Enquiry\Webhook\WebhookClient;
use Enquiry\Webhook\WebhookQueue;
use Enquiry\Webhook\WebhookSender;
use Psr\Clock\ClockInterface;
use Psr\Log\LoggerInterface;
use Random\Randomizer;
use Symfony\Component\Console\Application as Console;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Command\ListCommand as CommandsCommand;
use Symfony\Component\Console\Exception\ExceptionInterface;
use Symfony\Component\Console\Formatter\OutputFormatter;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\HttpFoundation\Request;

/** Puts the parts together, for production and for tests. */
final class Application
{
    /**
     * Answers a request for one of the scripts in server/public, or for that of another form.
     * @param string $script its file name
     */
    public static function answer(string $script, Installation $installation): void
    {
        // Not Request::createFromGlobals(): for some methods it reads bodies of any size.
        $request = new Request($_GET, [], [], $_COOKIE, [], $_SERVER);
        $configuration = match ($script) {
            // They get no configuration, because they report errors in it.
            'contact_status.php', 'contact_work.php' => null,
            'contact_health.php' => Configuration::load($installation),
            default => Configuration::loadToAccept($installation),
        };
        $response = match (true) {
            $script === 'contact_work.php' => self::workEndpoint($installation)->handle($request),
            $configuration === null => self::statusPage($installation)->handle($request),
            $script === 'contact_health.php' => self::health($configuration)->handle($request),
            $script === 'contact_sent.php' => self::confirmation($configuration)->handle($request),
            default => self::endpoint($configuration, form: basename($script, '_process.php'))->handle($request),
        };
        if (ResponseSender::send($response) && $script !== 'contact_work.php') {
            $configuration === null
                ? self::deliverIfConfigured($installation)
                : self::deliverAfterAnswer($configuration);
        }
    }

    public static function endpoint(
        Configuration $configuration,
        ClockInterface $clock = new SystemClock(),
        Randomizer $randomizer = new Randomizer(),
        string $form = 'contact',
    ): FormEndpoint {
        $logger = self::limitedLog($configuration, $clock);
        $definition = $configuration->forms->get($form);
        $page = static fn(): PageResponder => new PageResponder(
            $definition,
            new Pages($configuration->pagesFolder, $logger),
            new FailureWords("{$configuration->forms->folder($form)}/failures.json"),
            $clock,
            $configuration->servicePrefix,
        );

        return new FormEndpoint(
            $configuration->proxies,
            new Origins($configuration->siteUrl),
            new XsrfToken($randomizer),
            new ClientAddresses($configuration->addressKey, $configuration->folder(), $randomizer, $logger),
            $definition,
            self::intake($configuration, $configuration->database(TimeLimit::Request), $clock, $randomizer),
            new ScriptResponder($definition),
            $page,
            $logger,
            self::refused($configuration, $clock),
            (string) parse_url($configuration->siteUrl, \PHP_URL_HOST),
            new SuspectList($configuration->folder()),
        );
    }

    private static function limitedLog(Configuration $configuration, ClockInterface $clock): LoggerInterface
    {
        return new LimitedLog(new ApplicationLog($configuration), new EventCount($configuration->folder(), $clock));
    }

    /** Why the last enquiry was refused because of an error on our side. */
    private static function refused(Configuration $configuration, ClockInterface $clock): NoteFile
    {
        return new NoteFile($configuration->folder(), 'refused.note', $clock);
    }

    public static function confirmation(
        Configuration $configuration,
        ClockInterface $clock = new SystemClock(),
    ): ConfirmationEndpoint {
        return new ConfirmationEndpoint(
            new Pages($configuration->pagesFolder, self::limitedLog($configuration, $clock)),
            $configuration->forms,
        );
    }

    /** Never throws: the visitor already has the answer, and the worker will retry. */
    public static function deliverAfterAnswer(
        Configuration $configuration,
        ClockInterface $clock = new SystemClock(),
        Timer $timer = new Timer(),
    ): void {
        $folder = $configuration->folder();
        $run = static function (string $lock, \Closure $isAnyDue, \Closure $destination) use (
            $configuration,
            $folder,
            $clock,
            $timer,
        ): void {
            try {
                (new ImmediateDelivery($folder, $lock, $isAnyDue, $destination, $clock, $timer))->run();
            } catch (\Throwable $failure) {
                self::limitedLog($configuration, $clock)->error(
                    'Delivery after the answer failed. The worker will retry.',
                    ['event' => 'delivery failed', 'exception' => $failure],
                );
            }
        };
        $logger = new ApplicationLog($configuration);
        $run(
            ImmediateDelivery::MAIL_LOCK,
            static fn(int $now): bool => self::queue($configuration)->isAnyDue($now),
            static function () use ($configuration, $clock, $timer, $logger): Sender {
                // Where no worker runs, nothing else deletes what is old.
                self::queue($configuration)->forgetAddresses($clock->now()->getTimestamp());
                self::chores($configuration, $configuration->database(), $clock)->deleteDue();

                return self::sender($configuration, $configuration->mail()->smtp, $clock, $timer, $logger);
            },
        );
        if ($configuration->hasWebhook) {
            $run(
                ImmediateDelivery::WEBHOOK_LOCK,
                static fn(int $now): bool => self::webhookQueue($configuration)->isAnyDue($now),
                static fn(): Destination => self::webhook($configuration, $clock, $logger)[0],
            );
        }
    }

    /** For the status page, which also answers if the configuration is invalid. */
    public static function deliverIfConfigured(Installation $installation): void
    {
        try {
            $configuration = Configuration::load($installation);
        } catch (InvalidConfiguration) {
            return;
        }
        self::deliverAfterAnswer($configuration);
    }

    public static function health(
        Configuration $configuration,
        ClockInterface $clock = new SystemClock(),
    ): HealthEndpoint {
        return new HealthEndpoint(
            self::healthCheck($configuration, $clock, TimeLimit::Request),
            new NoteFile($configuration->folder(), 'health.note', $clock),
            $configuration->alertAfterSeconds,
            new OperatorToken($configuration->healthToken),
            new InstallationProof($configuration->folder(), $clock),
            $configuration->release,
        );
    }

    public static function workEndpoint(
        Installation $installation,
        ClockInterface $clock = new SystemClock(),
    ): WorkEndpoint {
        return new WorkEndpoint(Configuration::operatorToken($installation), static function (int $seconds) use (
            $installation,
            $clock,
        ): array {
            try {
                $configuration = Configuration::load($installation);
            } catch (InvalidConfiguration $invalid) {
                return ['status' => 'error', 'message' => $invalid->getMessage()];
            }
            // While a mail server stalls, cron's calls would otherwise use up PHP's processes.
            $lock = $configuration->folder()->openLock('work.lock');
            if (!flock($lock, \LOCK_EX | \LOCK_NB)) {
                return ['status' => 'already running'];
            }
            // Updates the tables of an earlier release, with the long time limit of a command.
            $configuration->database(TimeLimit::Command)->prepare();
            $mailed = self::worker($configuration, $clock)->runOnce($seconds);
            $status = self::healthCheck($configuration, $clock)
                ->status()
                ->withoutQuotations($configuration->mail()->recipients);

            return ['status' => 'ok', 'mailed' => $mailed, 'waiting' => $status->waiting]
                + ($status->failed === 0 ? [] : ['failed' => $status->failed])
                + ($status->lastError === null ? [] : ['error' => mb_scrub($status->lastError, 'UTF-8')]);
        });
    }

    public static function statusPage(Installation $installation, ClockInterface $clock = new SystemClock()): StatusPage
    {
        $report = null;
        // One report for doctor and the table. Without a mail server's words, because they may quote a visitor.
        $status = static function (Configuration $configuration) use (&$report, $clock): QueueStatus {
            return $report ??= self::healthCheck($configuration, $clock)
                ->report()
                ->withoutQuotations($configuration->mail()->recipients);
        };

        return new StatusPage(
            Configuration::operatorToken($installation),
            static function () use ($installation, $status, $clock): Doctor {
                self::makeDataFolder($installation);

                return Doctor::of($installation, $status, $clock, new Randomizer(), new Internet(), false);
            },
            static function () use (&$report): ?QueueStatus {
                return $report;
            },
            $installation->release,
        );
    }

    /** As an enquiry would: the status page may be the first page that an operator opens. */
    private static function makeDataFolder(Installation $installation): void
    {
        try {
            Configuration::load($installation)->folder()->make();
        } catch (InvalidConfiguration|StoreUnavailable) {
            // Doctor says why.
        }
    }

    private static function healthCheck(
        Configuration $configuration,
        ClockInterface $clock,
        TimeLimit $timeLimit = TimeLimit::Request,
    ): HealthCheck {
        $database = $configuration->database($timeLimit);

        return new HealthCheck(
            $configuration->forms,
            self::intake($configuration, $database, $clock, new Randomizer()),
            new QueueMonitor($database),
            self::chores($configuration, $database, $clock),
            self::refused($configuration, $clock),
            new EventCount($configuration->folder(), $clock),
            $configuration->databaseUrl === null ? $configuration->folder() : null,
            $clock,
            $configuration->hasWebhook ? $configuration->webhookErrors() : null,
        );
    }

    /** @param \Closure(): Configuration $load */
    public static function console(
        \Closure $load,
        ClockInterface $clock = new SystemClock(),
        ?Installation $installation = null,
    ): Console {
        $installation ??= Installation::running();
        $services = new Services(
            $load,
            static fn(Configuration $configuration): Worker => self::worker($configuration, $clock),
            static fn(Configuration $configuration): HealthCheck => self::healthCheck($configuration, $clock),
            static fn(Configuration $configuration): Chores => self::chores(
                $configuration,
                $configuration->database(TimeLimit::Command),
                $clock,
            ),
            $clock,
        );
        $console = new class ('Enquiries of the website') extends Console {
            /** Symfony's exit code would be 1. */
            public function doRun(InputInterface $input, OutputInterface $output): int
            {
                try {
                    return parent::doRun($input, $output);
                } catch (ExceptionInterface|\InvalidArgumentException $mistake) {
                    throw new \InvalidArgumentException($mistake->getMessage(), Command::INVALID, $mistake);
                }
            }

            /** These messages say what to do, so an operator does not need the place in the code. */
            public function renderThrowable(\Throwable $e, OutputInterface $output): void
            {
                if (
                    $e instanceof StoreUnavailable
                    || $e instanceof BackupFailed
                    || $e instanceof InvalidConfiguration
                    || $e::class === \InvalidArgumentException::class
                ) {
                    $output->writeln(
                        '<error>[ERROR] ' . OutputFormatter::escape($e->getMessage()) . '</error>',
                        OutputInterface::VERBOSITY_QUIET,
                    );
                } else {
                    parent::renderThrowable($e, $output);
                }
            }
        };
        $console->addCommand((new CommandsCommand())->setName('commands'));
        $console->setDefaultCommand('commands');
        $console->addCommands([
            ...(new QueueCommands($services, $installation))->commands(),
            ...(new EnquiryCommands($services))->commands(),
            ...(new PatternCommands($services))->commands(),
            ...(new DatabaseCommands($services))->commands(),
        ]);
        $console->addCommand(new DoctorCommand(
            $installation,
            static fn(Configuration $configuration): QueueStatus => self::healthCheck($configuration, $clock)->report(),
            $clock,
        ));

        return $console;
    }

    public static function worker(
        Configuration $configuration,
        ClockInterface $clock = new SystemClock(),
        Timer $timer = new Timer(),
    ): Worker {
        $logger = new ApplicationLog($configuration);

        return new Worker(
            self::queue($configuration),
            [
                self::sender($configuration, $configuration->mail()->smtp, $clock, $timer, $logger),
                ...self::webhook($configuration, $clock, $logger),
            ],
            new QueueMonitor($configuration->database()),
            self::healthCheck($configuration, $clock),
            self::chores($configuration, $configuration->database(), $clock),
            new Alerts(
                $configuration->database(),
                self::mailer($configuration, $configuration->mail()->smtp, $clock),
                $configuration->mail()->operators === [] ? $configuration->mail()->recipients : $configuration->mail()->operators,
                $clock,
            ),
            $configuration->alertAfterSeconds,
            $clock,
            $timer,
            $logger,
        );
    }

    private static function mailer(Configuration $configuration, SmtpServer $smtp, ClockInterface $clock): SmtpMailer
    {
        return new SmtpMailer(
            $smtp,
            $configuration->mail()->sender,
            $clock,
            Letterhead::fromFile(
                "{$configuration->pagesFolder}/firm.json",
                $configuration->siteUrl,
                $configuration->mail()->replyCopy,
            ),
        );
    }

    private static function chores(Configuration $configuration, Database $database, ClockInterface $clock): Chores
    {
        return new Chores(
            $database,
            $configuration->folder(),
            static fn() => LogFile::deleteOld($configuration->logFile),
            $configuration->retentionDays,
            $configuration->backupsKept,
            $configuration->notice,
            $configuration->hasWebhook,
            $clock,
            new ApplicationLog($configuration),
        );
    }

    private static function sender(
        Configuration $configuration,
        SmtpServer $smtp,
        ClockInterface $clock,
        Timer $timer,
        LoggerInterface $logger,
    ): Sender {
        return new Sender(
            self::queue($configuration),
            $configuration->folder(),
            $configuration->forms,
            self::mailer($configuration, $smtp, $clock),
            $configuration->mail()->recipients,
            $configuration->mail()->operators,
            $smtp->leaseSeconds(),
            $clock,
            $timer,
            new Randomizer(),
            $logger,
        );
    }

    private static function intake(
        Configuration $configuration,
        Database $database,
        ClockInterface $clock,
        Randomizer $randomizer,
    ): Intake {
        return new Intake(
            $database,
            self::rateLimit($configuration),
            Intake::MOST_WAITING,
            $clock,
            $randomizer,
            $configuration->surgePerHour,
            $configuration->hasWebhook,
        );
    }

    private static function queue(Configuration $configuration): EnquiryQueue
    {
        return new EnquiryQueue(
            $configuration->database(),
            self::rateLimit($configuration),
            self::deliveryLimits($configuration),
        );
    }

    private static function webhookQueue(Configuration $configuration): WebhookQueue
    {
        return new WebhookQueue($configuration->database(), self::deliveryLimits($configuration));
    }

    /** @return list<Destination> none without WEBHOOK_URL */
    private static function webhook(
        Configuration $configuration,
        ClockInterface $clock,
        LoggerInterface $logger,
    ): array {
        $target = $configuration->webhook();

        return $target === null ? [] : [new WebhookSender(
            self::webhookQueue($configuration),
            new WebhookClient($target, $clock),
            $configuration->forms,
            $clock,
            $logger,
        )];
    }

    /** @return list<Throttle> */
    private static function deliveryLimits(Configuration $configuration): array
    {
        return $configuration->emailsPerHour === 0 ? [] : [new Throttle($configuration->emailsPerHour, 3_600)];
    }

    private static function rateLimit(Configuration $configuration): Throttle
    {
        return new Throttle($configuration->rateLimit, Configuration::RATE_SECONDS);
    }
}
