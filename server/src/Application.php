<?php

declare(strict_types=1);

namespace Enquiry;

use Enquiry\Http\Endpoint;
use Enquiry\Http\Origins;
use Enquiry\Http\TrustedProxies;
use Enquiry\Http\XsrfToken;
use Enquiry\Mail\SmtpMailer;
use Enquiry\Rules\ContactRules;
use Monolog\Formatter\LineFormatter;
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

    public static function endpoint(
        Configuration $configuration,
        ClockInterface $clock = new SystemClock(),
        Randomizer $randomizer = new Randomizer(),
    ): Endpoint {
        $logger = self::logger($configuration);
        $mailer = new SmtpMailer($configuration->smtp, $configuration->route, $logger);

        $proxies = new TrustedProxies($configuration->access->proxies);

        return new Endpoint(
            new Origins($proxies, $configuration->access->origins),
            new XsrfToken($proxies, $randomizer),
            self::rules(),
            new Intake($mailer, $clock, $randomizer, $logger),
            $logger,
        );
    }

    public static function rules(): ContactRules
    {
        return ContactRules::fromFile(self::RULES);
    }

    private static function logger(Configuration $configuration): LoggerInterface
    {
        $errorLog = new ErrorLogHandler(level: $configuration->logLevel);
        $errorLog->setFormatter(new LineFormatter('%level_name%: %message% %context%', ignoreEmptyContextAndExtra: true));
        if ($configuration->logFile === null) {
            return new Logger('enquiry', [$errorLog]);
        }

        $file = new StreamHandler($configuration->logFile, $configuration->logLevel);

        // A log file that cannot be written must cost the note its place, not the visitor the enquiry.
        return new Logger('enquiry', [new FallbackGroupHandler([$file, $errorLog])]);
    }
}
