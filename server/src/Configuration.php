<?php

declare(strict_types=1);

namespace Enquiry;

use Dotenv\Dotenv;
use Dotenv\Exception\InvalidEncodingException;
use Dotenv\Exception\InvalidFileException;
use Enquiry\Mail\Encryption;
use Enquiry\Mail\Route;
use Enquiry\Mail\SmtpServer;
use Enquiry\Storage\DatabaseUrl;
use Monolog\Level;

/** The environment, parsed once; .env.example explains every key. */
final readonly class Configuration
{
    private function __construct(
        public SmtpServer $smtp,
        public Route $route,
        public QueueSettings $queue,
        public ?string $logFile,
        public Level $logLevel,
    ) {}

    /**
     * The real environment wins over the .env file in the folder. A web server's own variables are in
     * $_SERVER, where a request can add names that begin with HTTP_ only.
     */
    public static function load(string $folder): self
    {
        try {
            $file = is_file("{$folder}/.env") ? Dotenv::createArrayBacked($folder)->safeLoad() : [];
        } catch (InvalidFileException|InvalidEncodingException) {
            throw InvalidConfiguration::unreadableFile("{$folder}/.env");
        }

        return self::fromArray([...$file, ...getenv(), ...$_SERVER]);
    }

    /** @param array<mixed> $values */
    public static function fromArray(#[\SensitiveParameter] array $values): self
    {
        $settings = new Settings($values);
        $smtp = self::smtp($settings);
        $route = self::route($settings);
        $queue = self::queue($settings);

        // A relative log file would end up in the folder that the web server shows.
        $logFile = $settings->text('LOG_FILE');
        $settings->require($logFile === '' || self::isFullPath($logFile), 'LOG_FILE', 'must be a full path', '/var/log/website/enquiries.log');

        $logLevel = self::level($settings->text('LOG_LEVEL', 'info'));
        $settings->require($logLevel !== null, 'LOG_LEVEL', 'must be debug, info, notice, warning, error, critical, alert or emergency', 'info');

        $settings->finish();

        return new self($smtp, $route, $queue, $logFile === '' ? null : $logFile, $logLevel ?? Level::Info);
    }

    private static function smtp(Settings $settings): SmtpServer
    {
        $host = $settings->text('SMTP_HOST');
        $isHost = filter_var($host, \FILTER_VALIDATE_DOMAIN, \FILTER_FLAG_HOSTNAME) !== false
            || filter_var($host, \FILTER_VALIDATE_IP) !== false;
        $settings->require($isHost, 'SMTP_HOST', 'must be the name or IP address of the mail server, without a port or ssl://', 'smtp.example.co.za');

        $encryption = Encryption::tryFrom($settings->text('SMTP_ENCRYPTION', Encryption::Starttls->value));
        $settings->require($encryption !== null, 'SMTP_ENCRYPTION', 'must be starttls, tls or none', 'starttls');
        $encryption ??= Encryption::Starttls;

        $username = $settings->text('SMTP_USERNAME');
        $password = $settings->secret('SMTP_PASSWORD');
        $settings->require($username !== '' || $password === '', 'SMTP_USERNAME', 'must be set together with SMTP_PASSWORD', 'website@example.co.za');
        $settings->require($password !== '' || $username === '', 'SMTP_PASSWORD', 'must be set together with SMTP_USERNAME', "'the password'");
        $settings->require(
            $username === '' || $encryption !== Encryption::None || self::isLoopback($host),
            'SMTP_ENCRYPTION',
            'must not be none where SMTP_USERNAME is set, or the password crosses the network readable',
            'starttls',
        );

        $caFile = $settings->text('SMTP_CA_FILE');
        $settings->require($caFile === '' || (is_file($caFile) && is_readable($caFile)), 'SMTP_CA_FILE', 'must be a readable file of PEM certificates', '/etc/ssl/certs/ca-certificates.crt');

        return new SmtpServer(
            $host,
            $settings->number('SMTP_PORT', $encryption->defaultPort(), 65_535),
            $encryption,
            $settings->number('SMTP_TIMEOUT', 10, 60),
            $caFile === '' ? null : $caFile,
            $username === '' ? null : $username,
            $password,
        );
    }

    private static function route(Settings $settings): Route
    {
        $from = $settings->text('MAIL_FROM');
        $settings->require(self::isAddress($from), 'MAIL_FROM', "must be an e-mail address of the site's own domain", 'website@example.co.za');

        $fromName = $settings->text('MAIL_FROM_NAME', 'Website enquiries');
        $settings->require(preg_match('/^\P{Cc}{1,100}$/uD', $fromName) === 1, 'MAIL_FROM_NAME', 'must be one line of at most 100 characters', "'Website enquiries'");

        $to = array_map(trim(...), explode(',', $settings->text('MAIL_TO')));
        $settings->require(array_filter($to, self::isAddress(...)) === $to, 'MAIL_TO', 'must be one or more e-mail addresses separated by commas', 'sales@example.co.za,owner@example.co.za');

        return new Route($from, $fromName, $to);
    }

    private static function queue(Settings $settings): QueueSettings
    {
        $folder = $settings->text('DATA_DIR', \dirname(__DIR__) . '/data');
        $settings->require(self::isFullPath($folder), 'DATA_DIR', 'must be a full path', '/var/lib/website');

        $url = $settings->secret('DATABASE_URL');
        $databaseUrl = $url === '' ? null : DatabaseUrl::parse($url);
        $settings->require($url === '' || $databaseUrl !== null, 'DATABASE_URL', 'must be mysql:// or pgsql:// with user, password, host and database, percent-encoded', 'mysql://website:change%20me@localhost/enquiries');

        return new QueueSettings(
            rtrim($folder, '/'),
            $databaseUrl,
            $settings->number('RATE_LIMIT', 20, 1_000_000),
            $settings->number('RATE_WINDOW', 600, 86_400),
            $settings->number('MAX_WAITING', 100_000, 100_000_000),
            $settings->number('DELIVERY_PER_MINUTE', 120, 1_000_000, min: 0),
            $settings->number('RETENTION_DAYS', 730, 36_500),
            $settings->number('ALERT_AFTER_MINUTES', 30, 10_080),
        );
    }

    private static function isFullPath(string $path): bool
    {
        return preg_match('~^(?:/|[A-Za-z]:[/\\\])~', $path) === 1;
    }

    /** PHP's filter also admits quoted local parts and IP addresses in brackets, which our headers do not. */
    private static function isAddress(string $address): bool
    {
        return filter_var($address, \FILTER_VALIDATE_EMAIL) !== false && strpbrk($address, '"[') === false;
    }

    private static function isLoopback(string $host): bool
    {
        return $host === 'localhost' || $host === '::1'
            || (str_starts_with($host, '127.') && filter_var($host, \FILTER_VALIDATE_IP) !== false);
    }

    private static function level(string $name): ?Level
    {
        foreach (Level::cases() as $level) {
            if (strcasecmp($level->getName(), $name) === 0) {
                return $level;
            }
        }

        return null;
    }
}
