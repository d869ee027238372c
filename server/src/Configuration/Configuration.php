<?php

declare(strict_types=1);

namespace Enquiry\Configuration;

use Enquiry\Database\Database;
use Enquiry\Database\DatabaseUrl;
use Enquiry\Database\DataFolder;
use Enquiry\Database\Dialect;
use Enquiry\Database\ServerDatabase;
use Enquiry\Database\SqliteDatabase;
use Enquiry\Database\TimeLimit;
use Enquiry\Enquiry\Forms;
use Enquiry\Http\OperatorToken;
use Enquiry\Http\Origins;
use Enquiry\Mail\MailSender;
use Enquiry\Mail\SmtpServer;
use Enquiry\Queue\NoticePeriods;
use Enquiry\Webhook\WebhookTarget;

/** The environment, parsed once; .env.example explains every key. */
final class Configuration
{
    public const STANDARD_ERROR = 'php://stderr';

    /** PSR-3's log levels, the least severe first. */
    private const LOG_LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

    public const HOST = 'must be the name or IP address of the mail server, without a port or ssl://';

    private const DELIVERY_KEYS = '/^(?:SMTP|MAIL|DKIM|WEBHOOK)_/';

    private ?MailSettings $delivery = null;
    private ?WebhookTarget $webhook = null;
    private ?Database $database = null;

    /**
     * @param \SensitiveParameterValue<Settings> $settings
     * @param value-of<self::LOG_LEVELS>         $logLevel
     * @param string                             $dataId      of the data folder; empty if it has none
     * @param ?string                            $siteUrl     an origin, without a slash at its end
     * @param string                             $release     empty for an upload by hand
     * @param string                             $pagesFolder the pages that the build made for the endpoint
     * @param list<string>                       $origins     whose pages may send enquiries, besides the request's own
     * host
     * @param list<string>                       $proxies     trusted IP addresses and CIDR ranges
     * @param ?\SensitiveParameterValue<string>  $addressKey  hashes client addresses; null if the endpoint makes its
     * own
     * @param ?\SensitiveParameterValue<string>  $healthToken identifies an operator
     */
    private function __construct(
        private readonly \SensitiveParameterValue $settings,
        public readonly string $dataFolder,
        public readonly string $dataId,
        public readonly ?DatabaseUrl $databaseUrl,
        public readonly bool $acceptsDatabaseRisk,
        public readonly int $rateLimit,
        public readonly int $rateWindow,
        public readonly int $maxWaiting,
        public readonly int $deliveryPerMinute,
        public readonly int $deliveryPerHour,
        public readonly int $surgePerHour,
        public readonly int $retentionDays,
        public readonly int $backupsKept,
        public readonly NoticePeriods $notice,
        public readonly int $alertAfterMinutes,
        public readonly string $logFile,
        public readonly string $logLevel,
        public readonly ?string $siteUrl,
        public readonly string $servicePrefix,
        public readonly string $release,
        public readonly string $pagesFolder,
        public readonly Forms $forms,
        public readonly array $origins,
        public readonly array $proxies,
        public readonly ?\SensitiveParameterValue $addressKey,
        public readonly ?\SensitiveParameterValue $healthToken,
        public readonly bool $hasWebhook,
    ) {}

    /**
     * The environment of the process wins over .env.
     * @throws InvalidConfiguration
     */
    public static function load(Installation $installation): self
    {
        return self::whole(self::settings($installation), $installation);
    }

    /**
     * Skips the mail settings: an error in them must not stop enquiries from being accepted.
     * @throws InvalidConfiguration
     */
    public static function loadToAccept(Installation $installation): self
    {
        $settings = self::settings($installation);
        // Without any configuration no worker runs, so no enquiry must be accepted.
        $settings->require($settings->text('SMTP_HOST') !== '', 'SMTP_HOST', self::HOST, 'smtp.example.co.za');
        $configuration = self::from($settings, $installation);
        $settings->finish(self::DELIVERY_KEYS);

        return $configuration;
    }

    /** @param array<mixed> $values */
    public static function fromArray(#[\SensitiveParameter] array $values): self
    {
        return self::whole(new Settings($values), Installation::running());
    }

    /** Works even if other settings are invalid: the status page shows their errors. */
    public static function operatorToken(Installation $installation): OperatorToken
    {
        return new OperatorToken(self::healthToken(self::settings($installation)));
    }

    /** @return list<string> the keys in .env that are not in .env.example */
    public static function unknownKeys(Installation $installation): array
    {
        $example = (string) @file_get_contents("{$installation->environment()}.example");
        preg_match_all('/^([A-Z][A-Z0-9_]*)=/m', $example, $known);

        return $example === '' ? [] : array_values(array_diff(self::settings($installation)->keys, $known[1]));
    }

    /** @return array<string, string> see Settings::asRead() */
    public function asRead(): array
    {
        return $this->settings->getValue()->asRead();
    }

    /** @throws InvalidConfiguration */
    public function smtp(): SmtpServer
    {
        return $this->delivery()->smtp;
    }

    /** @throws InvalidConfiguration */
    public function sender(): MailSender
    {
        return $this->delivery()->sender;
    }

    /** @return list<string> everyone who gets the enquiries */
    public function recipients(): array
    {
        return $this->delivery()->recipients;
    }

    /** @throws InvalidConfiguration */
    public function webhook(): ?WebhookTarget
    {
        $this->delivery();

        return $this->webhook;
    }

    /** @return list<string> the address of each form's script, below the site's */
    public function formAddresses(): array
    {
        return array_map(
            fn(string $form): string => "{$this->servicePrefix}/{$form}_process.php",
            $this->forms->names(),
        );
    }

    public function folder(): DataFolder
    {
        return new DataFolder($this->dataFolder, $this->databaseUrl === null ? $this->dataId : '');
    }

    public function dialect(): Dialect
    {
        return $this->databaseUrl === null ? Dialect::Sqlite : Dialect::Mysql;
    }

    /** One database for all parts of a process: servers allow few connections. The last call sets the limit. */
    public function database(TimeLimit $timeLimit = TimeLimit::Request): Database
    {
        $this->database ??=
            $this->databaseUrl === null ? new SqliteDatabase($this->folder()) : new ServerDatabase($this->databaseUrl);
        $this->database->limit($timeLimit);

        return $this->database;
    }

    /** The default log file, which is also used if LOG_FILE cannot be written. */
    public function ordinaryLog(): string
    {
        return self::logIn($this->dataFolder);
    }

    private static function logIn(string $dataFolder): string
    {
        return "{$dataFolder}/enquiries.log";
    }

    private static function settings(Installation $installation): Settings
    {
        return Settings::load($installation->environment());
    }

    private static function whole(Settings $settings, Installation $installation): self
    {
        $delivery = MailSettings::from($settings);
        $webhook = WebhookSettings::from($settings);
        $configuration = self::from($settings, $installation);
        $settings->finish();
        $configuration->delivery = $delivery;
        $configuration->webhook = $webhook;

        return $configuration;
    }

    private static function from(Settings $settings, Installation $installation): self
    {
        $dataFolder = $settings->path('DATA_DIR', $installation->data(), '/var/lib/website');
        $siteUrl = $settings->text('SITE_URL');
        $settings->require(
            $siteUrl === '' || Origins::parse($siteUrl) !== null,
            'SITE_URL',
            'must be an origin without a path, because the site cannot be in a subfolder',
            'https://www.example.co.za',
        );
        $prefix = $settings->text('SERVICE_PREFIX', '/api');
        $settings->require(
            preg_match('~^(?:/[A-Za-z0-9_-]+)+$~D', $prefix) === 1,
            'SERVICE_PREFIX',
            'must be a path that starts with a slash and does not end with one',
            '/api',
        );

        $pagesFolder = $settings->path('PAGES_DIR', $installation->pages(), '/var/www/website/pages');
        $notice = NoticePeriods::fromFile("{$pagesFolder}/firm.json");

        return new self(
            settings: new \SensitiveParameterValue($settings),
            dataFolder: $dataFolder,
            dataId: $settings->text('DATA_ID'),
            databaseUrl: self::databaseUrl($settings),
            acceptsDatabaseRisk: $settings->choice('ACCEPT_DATABASE_RISK', ['yes', 'no'], 'no') === 'yes',
            rateLimit: $settings->number('RATE_LIMIT', 20, 1_000_000),
            rateWindow: $settings->number('RATE_WINDOW', 600, 86_400),
            maxWaiting: $settings->number('MAX_WAITING', 100_000, 100_000_000),
            deliveryPerMinute: $settings->number('DELIVERY_PER_MINUTE', 120, 1_000_000, min: 0),
            deliveryPerHour: $settings->number('DELIVERY_PER_HOUR', 0, 1_000_000, min: 0),
            surgePerHour: $settings->number('SURGE_PER_HOUR', 30, 1_000, min: 0),
            retentionDays: $settings->number('RETENTION_DAYS', $notice->enquiries, 36_500),
            backupsKept: $settings->number('BACKUPS_KEPT', $notice->backups, 36_500, min: 0),
            notice: $notice,
            alertAfterMinutes: $settings->number('ALERT_AFTER_MINUTES', 30, 10_080),
            logFile: $settings->text('LOG_FILE') === self::STANDARD_ERROR
                ? self::STANDARD_ERROR
                : $settings->path('LOG_FILE', self::logIn($dataFolder), '/var/log/website/enquiries.log'),
            logLevel: $settings->choice('LOG_LEVEL', self::LOG_LEVELS, 'info'),
            siteUrl: $siteUrl === '' ? null : $siteUrl,
            servicePrefix: $prefix,
            release: $installation->release,
            pagesFolder: $pagesFolder,
            forms: new Forms($installation->forms($settings->text('IDENTITY'))),
            origins: self::origins($settings, $siteUrl),
            proxies: self::proxies($settings),
            addressKey: self::randomKey($settings, 'ADDRESS_KEY', '/^.{32,}$/s'),
            healthToken: self::healthToken($settings),
            hasWebhook: trim($settings->secret('WEBHOOK_URL')) !== '',
        );
    }

    private function delivery(): MailSettings
    {
        if ($this->delivery === null) {
            $settings = $this->settings->getValue();
            $delivery = MailSettings::from($settings);
            $this->webhook = WebhookSettings::from($settings);
            $settings->finish();
            $this->delivery = $delivery;
        }

        return $this->delivery;
    }

    private static function databaseUrl(Settings $settings): ?DatabaseUrl
    {
        $url = $settings->secret('DATABASE_URL');
        $databaseUrl = $url === '' ? null : DatabaseUrl::parse($url);
        $settings->require(
            $url === '' || $databaseUrl !== null,
            'DATABASE_URL',
            'must be mysql:// with user, password, host and database, percent-encoded',
            'mysql://website:change%20me@localhost/enquiries',
        );

        return $databaseUrl;
    }

    /** @return list<string> */
    private static function origins(Settings $settings, string $siteUrl): array
    {
        $origins = array_map(Origins::parse(...), $settings->list('ALLOWED_ORIGINS'));
        $settings->require(
            !\in_array(null, $origins, true),
            'ALLOWED_ORIGINS',
            'must be one or more origins without a path, separated by commas',
            'https://example.co.za,https://www.example.co.za',
        );
        // A proxy may rewrite the Host header, so the site's own origin is listed too.
        $origins[] = Origins::parse($siteUrl);

        return array_values(array_filter($origins, static fn(?string $origin): bool => $origin !== null));
    }

    /** @return list<string> */
    private static function proxies(Settings $settings): array
    {
        $proxies = $settings->list('TRUSTED_PROXIES');
        $settings->require(
            array_filter($proxies, self::isAddressRange(...)) === $proxies,
            'TRUSTED_PROXIES',
            'must be one or more IP addresses or ranges, separated by commas',
            '10.0.0.5,2001:db8::/32',
        );

        return $proxies;
    }

    /** A range of 0 bits would trust every address. */
    private static function isAddressRange(string $range): bool
    {
        [$address, $bits] = explode('/', $range, 2) + ['', null];
        $most = filter_var($address, \FILTER_VALIDATE_IP, \FILTER_FLAG_IPV4) === false ? 128 : 32;

        return filter_var($address, \FILTER_VALIDATE_IP) !== false
            && ($bits === null
                || filter_var($bits, \FILTER_VALIDATE_INT, ['options' => ['min_range' => 1, 'max_range' => $most]])
                    !== false);
    }

    /** @return ?\SensitiveParameterValue<string> */
    private static function healthToken(Settings $settings): ?\SensitiveParameterValue
    {
        return self::randomKey($settings, 'HEALTH_TOKEN', '/^[\x21-\x7E]{32,}$/D');
    }

    /** @return ?\SensitiveParameterValue<string> */
    private static function randomKey(Settings $settings, string $key, string $pattern): ?\SensitiveParameterValue
    {
        $value = $settings->secret($key);
        $isStrong = preg_match($pattern, $value) === 1;
        $settings->require(
            $value === '' || $isStrong,
            $key,
            'must be at least 32 random characters without spaces',
            "'the output of: openssl rand -hex 32'",
        );

        return $isStrong ? new \SensitiveParameterValue($value) : null;
    }
}
