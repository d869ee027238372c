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
use Enquiry\Database\NoteFile;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Database\TimeLimit;
use Enquiry\Doctor\Doctor;
use Enquiry\Doctor\HealthEndpoint;
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
use Enquiry\Queue\Alerts;
use Enquiry\Queue\Chores;
use Enquiry\Queue\Destination;
use Enquiry\Queue\EnquiryQueue;
use Enquiry\Queue\HealthCheck;
use Enquiry\Queue\ImmediateDelivery;
use Enquiry\Queue\Intake;
use Enquiry\Queue\IntakeSettings;
use Enquiry\Queue\QueueStatus;
use Enquiry\Queue\Sender;
use Enquiry\Queue\SuspectList;
use Enquiry\Queue\Throttle;
use Enquiry\Queue\Worker;
use Enquiry\Shared\Clock;
use Enquiry\Webhook\WebhookClient;
use Enquiry\Webhook\WebhookQueue;
use Enquiry\Webhook\WebhookSender;
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
final readonly class Application
{
    private LoggerInterface $logger;

    public function __construct(
        private Configuration $configuration,
        private Clock $clock = new Clock(),
        private Randomizer $randomizer = new Randomizer(),
    ) {
        $this->logger = new ApplicationLog($configuration);
    }

    /**
     * Answers a request for one of the scripts in server/public, or for that of another form.
     *
     * @param string $script its file name
     */
    public static function answer(string $script, Installation $installation): void
    {
        // Not Request::createFromGlobals(): for some methods it reads bodies of any size.
        $request = new Request($_GET, [], [], $_COOKIE, [], $_SERVER);
        $parts = match ($script) {
            // They get no configuration, because they report errors in it.
            'contact_status.php', 'contact_work.php' => null,
            'contact_health.php' => new self(Configuration::load($installation)),
            default => new self(Configuration::loadToAccept($installation)),
        };
        $response = match (true) {
            $script === 'contact_work.php' => self::workEndpoint($installation)->handle($request),
            $parts === null => self::statusPage($installation)->handle($request),
            $script === 'contact_health.php' => $parts->health()->handle($request),
            $script === 'contact_sent.php' => $parts->confirmation()->handle($request),
            default => $parts->endpoint(basename($script, '_process.php'))->handle($request),
        };
        if (ResponseSender::send($response)) {
            $parts?->deliverAfterAnswer();
        }
    }

    public function endpoint(string $form = 'contact'): FormEndpoint
    {
        $configuration = $this->configuration;
        $logger = $this->limitedLog();
        $definition = $configuration->forms->get($form);

        return new FormEndpoint(
            $configuration->proxies,
            new Origins($configuration->siteUrl),
            new XsrfToken($this->randomizer),
            new ClientAddresses($configuration->addressKey, $configuration->folder(), $this->randomizer, $logger),
            $definition,
            $this->intake($configuration->database(TimeLimit::Request)),
            new ScriptResponder($definition),
            fn(): PageResponder => new PageResponder(
                $definition,
                new Pages($configuration->pagesFolder, $logger),
                new FailureWords("{$configuration->forms->folder($form)}/failures.json"),
                $this->clock,
                $configuration->servicePrefix,
            ),
            $logger,
            $this->refused(),
            (string) parse_url($configuration->siteUrl, \PHP_URL_HOST),
            new SuspectList($configuration->folder()),
        );
    }

    private function limitedLog(): LoggerInterface
    {
        return new LimitedLog(
            $this->logger,
            fn(string $event): NoteFile => NoteFile::ofEvent($event, $this->configuration->folder(), $this->clock),
        );
    }

    /** Why the last enquiry was refused because of an error on our side. */
    private function refused(): NoteFile
    {
        return new NoteFile($this->configuration->folder(), HealthCheck::REFUSED, $this->clock);
    }

    public function confirmation(): ConfirmationEndpoint
    {
        $pages = new Pages($this->configuration->pagesFolder, $this->limitedLog());

        return new ConfirmationEndpoint($pages, $this->configuration->forms);
    }

    /** Never throws: the visitor already has the answer, and the worker will retry. */
    public function deliverAfterAnswer(): void
    {
        $this->deliver(ImmediateDelivery::MAIL_LOCK, $this->queue()->isAnyDue(...), function (): Sender {
            // Without a worker, only this deletes old enquiries, logs and backups.
            Throttle::forget($this->configuration->database(), $this->clock->time());
            $this->chores($this->configuration->database())->deleteDue();

            return $this->sender();
        });
        if ($this->configuration->hasWebhook) {
            $this->deliver(
                ImmediateDelivery::WEBHOOK_LOCK,
                $this->webhookQueue()->isAnyDue(...),
                fn(): Destination => $this->webhook()[0],
            );
        }
    }

    /**
     * @param \Closure(int): bool      $isAnyDue
     * @param \Closure(): Destination  $destination
     */
    private function deliver(string $lock, \Closure $isAnyDue, \Closure $destination): void
    {
        $folder = $this->configuration->folder();
        try {
            (new ImmediateDelivery($folder, $lock, $this->clock))->run($isAnyDue, $destination);
        } catch (\Throwable $failure) {
            $this->limitedLog()->error('Delivery after the answer failed. The worker will retry.', [
                'event' => 'delivery failed',
                'exception' => $failure,
            ]);
        }
    }

    public function health(): HealthEndpoint
    {
        return new HealthEndpoint(
            $this->healthCheck(),
            $this->configuration->folder(),
            $this->clock,
            new OperatorToken($this->configuration->healthToken),
            $this->configuration->release,
        );
    }

    public static function workEndpoint(Installation $installation): WorkEndpoint
    {
        return new WorkEndpoint(Configuration::operatorToken($installation), static function (int $seconds) use (
            $installation,
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
            $parts = new self($configuration);
            $mailed = $parts->worker()->runOnce($seconds);
            $status = $parts->healthCheck()->status()->withoutQuotations($configuration->mail()->recipients);

            return ['status' => 'ok', 'mailed' => $mailed, 'waiting' => $status->waiting]
                + ($status->failed === 0 ? [] : ['failed' => $status->failed])
                + ($status->lastError === null ? [] : ['error' => mb_scrub($status->lastError, 'UTF-8')]);
        });
    }

    public static function statusPage(Installation $installation): StatusPage
    {
        $report = null;
        // One report for doctor and the table. Without a mail server's words, because they may quote a visitor.
        $status = static function (Configuration $configuration) use (&$report): QueueStatus {
            return $report ??= (new self($configuration))->healthCheck()
                ->report()
                ->withoutQuotations($configuration->mail()->recipients);
        };

        return new StatusPage(
            Configuration::operatorToken($installation),
            static function () use ($installation, $status): Doctor {
                self::makeDataFolder($installation);

                return Doctor::of($installation, $status, new Clock(), new Randomizer(), new Internet(), false);
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

    private function healthCheck(): HealthCheck
    {
        $configuration = $this->configuration;
        $database = $configuration->database(TimeLimit::Request);

        return new HealthCheck(
            $configuration->forms,
            $this->intake($database),
            $database,
            $configuration->folder(),
            $this->chores($database),
            $this->clock,
            $configuration->hasWebhook ? $configuration->webhookErrors() : null,
            $configuration->alertSeconds,
        );
    }

    /** @param \Closure(): Configuration $load */
    public static function console(
        \Closure $load,
        Clock $clock = new Clock(),
        ?Installation $installation = null,
    ): Console {
        $installation ??= Installation::running();
        $services = new Services(
            $load,
            static fn(Configuration $configuration): Worker => (new self($configuration, $clock))->worker(),
            static fn(Configuration $configuration): HealthCheck => (new self($configuration, $clock))->healthCheck(),
            static fn(Configuration $configuration): Chores => (new self($configuration, $clock))->chores(
                $configuration->database(TimeLimit::Command),
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
            static fn(Configuration $configuration): QueueStatus => (new self($configuration, $clock))->healthCheck()
                ->report(),
            $clock,
        ));

        return $console;
    }

    public function worker(): Worker
    {
        $database = $this->configuration->database();
        $mail = $this->configuration->mail();
        $operators = $mail->operators === [] ? $mail->recipients : $mail->operators;

        return new Worker(
            $this->queue(),
            [$this->sender(), ...$this->webhook()],
            $this->healthCheck(),
            $this->chores($database),
            new Alerts($database, $this->mailer(), $operators, $this->clock),
            $this->clock,
            $this->logger,
        );
    }

    private function mailer(): SmtpMailer
    {
        $configuration = $this->configuration;
        $mail = $configuration->mail();
        $firm = "{$configuration->pagesFolder}/firm.json";
        $domain = $mail->sender->fromDomain();
        $letterhead = Letterhead::fromFile($firm, $configuration->siteUrl, $mail->replyCopy, $domain);

        return new SmtpMailer($mail->smtp, $mail->sender, $this->clock, $letterhead);
    }

    private function chores(Database $database): Chores
    {
        $configuration = $this->configuration;

        return new Chores(
            $database,
            $configuration->folder(),
            static fn() => LogFile::deleteOld($configuration->folder()),
            $configuration->notice,
            $this->clock,
            $this->logger,
        );
    }

    private function sender(): Sender
    {
        $mail = $this->configuration->mail();

        return new Sender(
            $this->queue(),
            $this->configuration->folder(),
            $this->configuration->forms,
            $this->mailer(),
            $mail->recipients,
            $mail->operators,
            $this->clock,
            $this->logger,
        );
    }

    private function intake(Database $database): Intake
    {
        $configuration = $this->configuration;
        $settings = new IntakeSettings(
            $configuration->rateLimit,
            $configuration->surgePerHour,
            $configuration->hasWebhook,
        );

        return new Intake($database, $settings, $this->clock, $this->randomizer);
    }

    private function queue(): EnquiryQueue
    {
        return new EnquiryQueue($this->configuration->database(), $this->configuration->emailsPerHour);
    }

    private function webhookQueue(): WebhookQueue
    {
        return new WebhookQueue($this->configuration->database(), $this->configuration->emailsPerHour);
    }

    /** @return list<Destination> none without WEBHOOK_URL */
    private function webhook(): array
    {
        $target = $this->configuration->webhook();

        return $target === null ? [] : [new WebhookSender(
            $this->webhookQueue(),
            new WebhookClient($target, $this->clock),
            $this->configuration->forms,
            $this->clock,
            $this->logger,
        )];
    }
}
