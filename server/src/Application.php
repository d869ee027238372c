<?php

declare(strict_types=1);

namespace Enquiry;

use Enquiry\Console\DoctorCommand;
use Enquiry\Console\EraseCommand;
use Enquiry\Console\ExportCommand;
use Enquiry\Console\FailedCommand;
use Enquiry\Console\FailedRetryCommand;
use Enquiry\Console\FailedShowCommand;
use Enquiry\Console\FindCommand;
use Enquiry\Console\MoveCommand;
use Enquiry\Console\PurgeCommand;
use Enquiry\Console\Services;
use Enquiry\Console\SetupCommand;
use Enquiry\Console\StatusCommand;
use Enquiry\Console\WorkCommand;
use Enquiry\Delivery\Courier;
use Enquiry\Delivery\Drainer;
use Enquiry\Delivery\Worker;
use Enquiry\Form\Confirmation;
use Enquiry\Form\FormExchange;
use Enquiry\Form\Pages;
use Enquiry\Form\Sentences;
use Enquiry\Http\ClientAddresses;
use Enquiry\Http\Endpoint;
use Enquiry\Http\Exchange;
use Enquiry\Http\Health;
use Enquiry\Http\Origins;
use Enquiry\Http\ReportEndpoint;
use Enquiry\Http\TrustedProxies;
use Enquiry\Http\XsrfToken;
use Enquiry\Log\AfterwardsLogger;
use Enquiry\Mail\SmtpMailer;
use Enquiry\Mail\SmtpServer;
use Enquiry\Rules\ContactRules;
use Enquiry\Storage\Database;
use Enquiry\Storage\Journal;
use Enquiry\Storage\Outbox;
use Enquiry\Storage\RateLimit;
use Enquiry\Storage\RefusalLimit;
use Enquiry\Storage\ReportLimit;
use Enquiry\Storage\Status;
use Monolog\Formatter\JsonFormatter;
use Monolog\Handler\ErrorLogHandler;
use Monolog\Handler\FallbackGroupHandler;
use Monolog\Handler\StreamHandler;
use Monolog\Logger;
use Psr\Clock\ClockInterface;
use Psr\Log\LoggerInterface;
use Random\Randomizer;
use Symfony\Component\Console\Application as Console;

/** The one place where the parts are put together, for production and for tests alike. */
final class Application
{
    private const RULES = __DIR__ . '/../rules/contact.json';
    private const FAILURES = __DIR__ . '/../rules/failures.json';

    /** After an answer nobody waits, but the process is one that others wait for. */
    private const SECONDS_AFTER_ANSWER = 3;

    public static function endpoint(
        Configuration $configuration,
        ClockInterface $clock = new SystemClock(),
        Randomizer $randomizer = new Randomizer(),
    ): Endpoint {
        $logger = new AfterwardsLogger($configuration->logLevel, static fn(): LoggerInterface => self::logger($configuration));
        $proxies = new TrustedProxies($configuration->access->proxies);
        $rules = self::rules();
        $database = $configuration->queue->database();

        return new Endpoint(
            new Origins($proxies, $configuration->access->origins),
            new XsrfToken($proxies, $randomizer),
            new ClientAddresses($proxies, $configuration->access->addressKey, $randomizer, $logger),
            $rules,
            new Intake(self::outbox($configuration->queue, $database), $clock, $randomizer),
            new RefusalLimit($database, $clock),
            $logger,
            static fn(): Exchange => new FormExchange(
                $rules,
                new Pages($configuration->site->pagesFolder, $logger),
                new Sentences(self::FAILURES),
                $clock,
                $configuration->site->servicePrefix,
            ),
        );
    }

    /** With a logger that writes at once: php-fpm drops what a script says to its log after its answer. */
    public static function reports(
        Configuration $configuration,
        ClockInterface $clock = new SystemClock(),
        Randomizer $randomizer = new Randomizer(),
    ): ReportEndpoint {
        $logger = self::logger($configuration);
        $proxies = new TrustedProxies($configuration->access->proxies);

        return new ReportEndpoint(
            new Origins($proxies, $configuration->access->origins),
            new ClientAddresses($proxies, $configuration->access->addressKey, $randomizer, $logger),
            new ReportLimit($configuration->queue->database()),
            $clock,
            $logger,
        );
    }

    public static function confirmation(Configuration $configuration): Confirmation
    {
        return new Confirmation(new Pages($configuration->site->pagesFolder, self::logger($configuration)));
    }

    public static function drainer(
        Configuration $configuration,
        ClockInterface $clock = new SystemClock(),
        Randomizer $randomizer = new Randomizer(),
    ): Drainer {
        $logger = new AfterwardsLogger($configuration->logLevel, static fn(): LoggerInterface => self::logger($configuration));
        $smtp = $configuration->smtp->withTimeout(min($configuration->smtp->timeout, self::SECONDS_AFTER_ANSWER));

        return new Drainer(
            $configuration->queue->folder(),
            static fn(): Outbox => self::outbox($configuration->queue),
            static fn(): Courier => self::courier($configuration, $smtp, $clock, $randomizer, $logger),
            $clock,
            $logger,
        );
    }

    public static function health(Configuration $configuration, ClockInterface $clock = new SystemClock()): Health
    {
        return new Health(new Journal($configuration->queue->database()), 60 * $configuration->queue->alertAfterMinutes, $clock);
    }

    /** @param \Closure(): Configuration $load */
    public static function console(\Closure $load, ClockInterface $clock = new SystemClock()): Console
    {
        $services = new Services($load, static fn(Configuration $configuration): Worker => self::worker($configuration, $clock), $clock);
        $console = new Console('Enquiries of the website');
        $console->addCommand(new SetupCommand($services, \dirname(__DIR__, 2)));
        $console->addCommand(new WorkCommand($services));
        $console->addCommand(new StatusCommand($services));
        $console->addCommand(new FailedCommand($services));
        $console->addCommand(new FailedShowCommand($services));
        $console->addCommand(new FailedRetryCommand($services));
        $console->addCommand(new FindCommand($services));
        $console->addCommand(new ExportCommand($services));
        $console->addCommand(new EraseCommand($services));
        $console->addCommand(new PurgeCommand($services));
        $console->addCommand(new MoveCommand($services));
        $console->addCommand(new DoctorCommand(
            \dirname(__DIR__),
            static fn(Configuration $configuration): Status => (new Journal($configuration->queue->database()))->status($clock->now()->getTimestamp()),
            $clock,
        ));

        return $console;
    }

    /** @param ?\Closure(): void $pause between two looks at an empty queue */
    public static function worker(
        Configuration $configuration,
        ClockInterface $clock = new SystemClock(),
        Randomizer $randomizer = new Randomizer(),
        ?\Closure $pause = null,
    ): Worker {
        $logger = self::logger($configuration);

        return new Worker(
            self::outbox($configuration->queue),
            self::courier($configuration, $configuration->smtp, $clock, $randomizer, $logger),
            new Journal($configuration->queue->database()),
            60 * $configuration->queue->alertAfterMinutes,
            $clock,
            $pause ?? static function (): void {
                usleep(500_000);
            },
            $logger,
        );
    }

    private static function courier(
        Configuration $configuration,
        SmtpServer $smtp,
        ClockInterface $clock,
        Randomizer $randomizer,
        LoggerInterface $logger,
    ): Courier {
        return new Courier(
            self::outbox($configuration->queue),
            new SmtpMailer($smtp, $configuration->route, $logger),
            $smtp->leaseSeconds(),
            $clock,
            $randomizer,
            $logger,
        );
    }

    private static function outbox(QueueSettings $queue, ?Database $database = null): Outbox
    {
        return new Outbox(
            $database ?? $queue->database(),
            new RateLimit($queue->rateLimit, $queue->rateWindow),
            $queue->maxWaiting,
            $queue->deliveryPerMinute === 0 ? null : new RateLimit($queue->deliveryPerMinute, 60),
        );
    }

    public static function rules(): ContactRules
    {
        return ContactRules::fromFile(self::RULES);
    }

    private static function logger(Configuration $configuration): LoggerInterface
    {
        $errorLog = new ErrorLogHandler(level: $configuration->logLevel);
        $errorLog->setFormatter(self::lines());
        if ($configuration->logFile === null) {
            return new Logger('enquiry', [$errorLog]);
        }

        $file = new StreamHandler($configuration->logFile, $configuration->logLevel);
        $file->setFormatter(self::lines());

        // A log file that cannot be written must cost the note its place, not the visitor the enquiry.
        return new Logger('enquiry', [new FallbackGroupHandler([$file, $errorLog])]);
    }

    /** One JSON object a line, for people and for programs. */
    private static function lines(): JsonFormatter
    {
        return new JsonFormatter(ignoreEmptyContextAndExtra: true);
    }
}
