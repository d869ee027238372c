<?php

declare(strict_types=1);

namespace Enquiry;

use Enquiry\Delivery\Courier;
use Enquiry\Delivery\Drainer;
use Enquiry\Http\ClientAddresses;
use Enquiry\Http\Endpoint;
use Enquiry\Http\Origins;
use Enquiry\Http\TrustedProxies;
use Enquiry\Http\XsrfToken;
use Enquiry\Log\AfterwardsLogger;
use Enquiry\Mail\SmtpMailer;
use Enquiry\Mail\SmtpServer;
use Enquiry\Rules\ContactRules;
use Enquiry\Storage\Outbox;
use Enquiry\Storage\RateLimit;
use Monolog\Formatter\JsonFormatter;
use Monolog\Handler\ErrorLogHandler;
use Monolog\Handler\FallbackGroupHandler;
use Monolog\Handler\StreamHandler;
use Monolog\Logger;
use Psr\Clock\ClockInterface;
use Psr\Log\LoggerInterface;
use Random\Randomizer;

/** The one place where the parts are put together, for production and for tests alike. */
final class Application
{
    private const RULES = __DIR__ . '/../rules/contact.json';

    /** After an answer nobody waits, but the process is one that others wait for. */
    private const SECONDS_AFTER_ANSWER = 3;

    public static function endpoint(
        Configuration $configuration,
        ClockInterface $clock = new SystemClock(),
        Randomizer $randomizer = new Randomizer(),
    ): Endpoint {
        $logger = new AfterwardsLogger(static fn(): LoggerInterface => self::logger($configuration));
        $proxies = new TrustedProxies($configuration->access->proxies);

        return new Endpoint(
            new Origins($proxies, $configuration->access->origins),
            new XsrfToken($proxies, $randomizer),
            new ClientAddresses($proxies, $configuration->access->addressKey, $randomizer, $logger),
            self::rules(),
            new Intake(self::outbox($configuration->queue), $clock, $randomizer),
            $logger,
        );
    }

    public static function drainer(
        Configuration $configuration,
        ClockInterface $clock = new SystemClock(),
        Randomizer $randomizer = new Randomizer(),
    ): Drainer {
        $logger = new AfterwardsLogger(static fn(): LoggerInterface => self::logger($configuration));
        $smtp = $configuration->smtp->withTimeout(min($configuration->smtp->timeout, self::SECONDS_AFTER_ANSWER));

        return new Drainer(
            $configuration->queue->folder(),
            static fn(): Outbox => self::outbox($configuration->queue),
            static fn(): Courier => self::courier($configuration, $smtp, $clock, $randomizer, $logger),
            $clock,
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

    private static function outbox(QueueSettings $queue): Outbox
    {
        return new Outbox(
            $queue->database(),
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
