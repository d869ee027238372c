<?php

declare(strict_types=1);

namespace Enquiry\Configuration;

use Enquiry\Http\ClientAddresses;
use Enquiry\Http\OperatorToken;
use Enquiry\Http\Origins;
use Enquiry\Mail\MailRoute;
use Enquiry\Mail\SmtpServer;
use Enquiry\Store\Database;
use Enquiry\Store\DatabaseUrl;
use Enquiry\Store\DataFolder;
use Enquiry\Store\Dialect;
use Enquiry\Store\ServerDatabase;
use Enquiry\Store\SqliteDatabase;
use Enquiry\Store\TimeLimit;

/** The environment, parsed once; .env.example explains every key. */
final class Configuration
{
    /** How PHP names what is the log of a container. */
    public const STANDARD_ERROR = 'php://stderr';

    /** PSR-3's, in their order. */
    private const LOG_LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

    /** Keys that only delivery needs. */
    private const OF_DELIVERY = '/^(?:SMTP|MAIL|DKIM)_/';

    private ?DeliverySettings $delivery = null;

    /**
     * @param \SensitiveParameterValue<Settings> $settings
     * @param value-of<self::LOG_LEVELS>         $logLevel
     * @param ?string                           $siteUrl     without a slash at its end, as the site's build reads it too; null where the endpoint was not told
     * @param string                            $pagesFolder with what the build left for the endpoint
     * @param list<string>                      $origins     as Origins has them, whose pages may send, besides the one that the request went to
     * @param list<string>                      $proxies     IP addresses and CIDR ranges of proxies to believe
     * @param ?\SensitiveParameterValue<string> $addressKey  what client addresses are hashed with; null where the endpoint makes one up
     * @param ?\SensitiveParameterValue<string> $healthToken by which an operator is known; null where nobody is
     */
    private function __construct(
        private readonly \SensitiveParameterValue $settings,
        public readonly string $dataFolder,
        public readonly ?DatabaseUrl $databaseUrl,
        public readonly int $rateLimit,
        public readonly int $rateWindow,
        public readonly int $maxWaiting,
        public readonly int $deliveryPerMinute,
        public readonly int $retentionDays,
        public readonly int $alertAfterMinutes,
        public readonly string $logFile,
        public readonly string $logLevel,
        public readonly ?string $siteUrl,
        public readonly string $servicePrefix,
        public readonly string $pagesFolder,
        public readonly array $origins,
        public readonly array $proxies,
        public readonly ?\SensitiveParameterValue $addressKey,
        public readonly ?\SensitiveParameterValue $healthToken,
    ) {}

    /**
     * The real environment wins over the .env file in the folder.
     *
     * @throws InvalidConfiguration
     */
    public static function load(string $folder): self
    {
        return self::loadWith(self::whole(...), $folder);
    }

    /**
     * For what accepts an enquiry: what only delivery needs is read when that begins. So a fault there keeps
     * no enquiry out, and a DKIM key costs no visitor anything.
     *
     * @throws InvalidConfiguration
     */
    public static function loadToAccept(string $folder): self
    {
        return self::loadWith(self::from(...), $folder);
    }

    /**
     * @param array<mixed> $values
     *
     * @throws InvalidConfiguration
     */
    public static function fromArray(#[\SensitiveParameter] array $values): self
    {
        return self::whole(new Settings($values));
    }

    /** The one value that counts also where others have faults: by it somebody asks which. */
    public static function operatorToken(string $folder): OperatorToken
    {
        $file = "{$folder}/.env";
        try {
            $settings = Settings::load($file);
        } catch (InvalidConfiguration) {
            $settings = new Settings([...getenv(), ...$_SERVER]);
        }
        $token = $settings->text('HEALTH_TOKEN');
        if (self::isToken($token)) {
            return new OperatorToken(new \SensitiveParameterValue($token));
        }
        $content = file_exists($file) ? @file_get_contents($file) : null;

        // Whoever asks may read it, so it has no path and no value.
        return match (true) {
            $content === null => new OperatorToken(null, 'Where you have set one and read this, there is no .env beside the folder server, or PHP may not look there: put your copy back, or copy .env.example to it and fill it in.'),
            $content === false => new OperatorToken(null, 'PHP cannot read .env, which belongs to another user: give it to the user that PHP runs as, or let that user read it, by its permissions in the panel of your host.'),
            trim($content) === '' => new OperatorToken(null, 'Where you have set one and read this, .env is empty: put your copy back, or fill it in as .env.example says.'),
            Settings::isUtf16($content) => new OperatorToken(null, '.env is saved as UTF-16: save it as UTF-8.'),
            default => new OperatorToken(null),
        };
    }

    private static function isToken(#[\SensitiveParameter] string $token): bool
    {
        return preg_match('/^[\x21-\x7E]{32,}$/D', $token) === 1;
    }

    /** @param \Closure(Settings): self $from */
    private static function loadWith(\Closure $from, string $folder): self
    {
        $file = "{$folder}/.env";
        $settings = Settings::load($file);
        try {
            return $from($settings);
        } catch (InvalidConfiguration $invalid) {
            throw is_file($file) ? $invalid : $invalid->withoutFile($file);
        }
    }

    /** Whatever is wrong with any key is said at once. */
    private static function whole(Settings $settings): self
    {
        $delivery = DeliverySettings::from($settings);
        $configuration = self::from($settings, '');
        $configuration->delivery = $delivery;

        return $configuration;
    }

    /** @param string $unread pattern of keys that are not asked for */
    private static function from(Settings $settings, string $unread = self::OF_DELIVERY): self
    {
        // Of a host that nobody told anything, or whose .env is being replaced, nobody looks into the queue.
        $settings->require($unread === '' || $settings->text('SMTP_HOST') !== '', 'SMTP_HOST', 'must be the name or IP address of the mail server, without a port or ssl://', 'smtp.example.co.za');
        $queue = self::queue($settings);
        $values = $queue + self::log($settings, $queue['dataFolder']) + self::site($settings);
        $settings->finish($unread);

        return new self(new \SensitiveParameterValue($settings), ...$values);
    }

    /** @throws InvalidConfiguration */
    public function smtp(): SmtpServer
    {
        return $this->delivery()->smtp;
    }

    /** @throws InvalidConfiguration */
    public function route(): MailRoute
    {
        return $this->delivery()->route;
    }

    private function delivery(): DeliverySettings
    {
        if ($this->delivery === null) {
            $settings = $this->settings->getValue();
            $delivery = DeliverySettings::from($settings);
            $settings->finish();
            $this->delivery = $delivery;
        }

        return $this->delivery;
    }

    public function folder(): DataFolder
    {
        return new DataFolder($this->dataFolder);
    }

    public function dialect(): Dialect
    {
        return $this->databaseUrl === null ? Dialect::Sqlite : Dialect::Mysql;
    }

    public function database(TimeLimit $timeLimit = TimeLimit::Request): Database
    {
        return $this->databaseUrl === null ? new SqliteDatabase($this->folder()) : new ServerDatabase($this->databaseUrl, $timeLimit);
    }

    /** Where the log goes unless told, and from where it was told if that cannot be written. */
    public function ordinaryLog(): string
    {
        return self::logIn($this->dataFolder);
    }

    private static function logIn(string $dataFolder): string
    {
        return "{$dataFolder}/enquiries.log";
    }

    /**
     * Where enquiries wait, how many may, and for how long they are kept.
     *
     * @return array{dataFolder: string, databaseUrl: ?DatabaseUrl, rateLimit: int, rateWindow: int, maxWaiting: int, deliveryPerMinute: int, retentionDays: int, alertAfterMinutes: int}
     */
    private static function queue(Settings $settings): array
    {
        $folder = $settings->text('DATA_DIR', \dirname(__DIR__, 2) . '/data');
        $settings->require(Settings::isFullPath($folder), 'DATA_DIR', 'must be a full path', '/var/lib/website');

        $url = $settings->secret('DATABASE_URL');
        $databaseUrl = $url === '' ? null : DatabaseUrl::parse($url);
        $demand = DatabaseUrl::isForPostgresql($url)
            ? 'is for PostgreSQL, which is no longer supported. Release 1.0 can still move the waiting enquiries (php server/console move URL) and export the others (export EMAIL). Leave DATABASE_URL empty for SQLite, or use MySQL or MariaDB'
            : 'must be mysql:// with user, password, host and database, percent-encoded';
        $settings->require($url === '' || $databaseUrl !== null, 'DATABASE_URL', $demand, 'mysql://website:change%20me@localhost/enquiries');

        return [
            'dataFolder' => rtrim($folder, '/'),
            'databaseUrl' => $databaseUrl,
            'rateLimit' => $settings->number('RATE_LIMIT', 20, 1_000_000),
            'rateWindow' => $settings->number('RATE_WINDOW', 600, 86_400),
            'maxWaiting' => $settings->number('MAX_WAITING', 100_000, 100_000_000),
            'deliveryPerMinute' => $settings->number('DELIVERY_PER_MINUTE', 120, 1_000_000, min: 0),
            'retentionDays' => $settings->number('RETENTION_DAYS', 730, 36_500),
            'alertAfterMinutes' => $settings->number('ALERT_AFTER_MINUTES', 30, 10_080),
        ];
    }

    /** @return array{logFile: string, logLevel: value-of<self::LOG_LEVELS>} */
    private static function log(Settings $settings, string $dataFolder): array
    {
        $file = $settings->text('LOG_FILE', self::logIn($dataFolder));
        $settings->require($file === self::STANDARD_ERROR || Settings::isFullPath($file), 'LOG_FILE', 'must be a full path, or php://stderr', '/var/log/website/enquiries.log');

        $level = strtolower($settings->text('LOG_LEVEL', 'info'));
        $isLevel = \in_array($level, self::LOG_LEVELS, true);
        $settings->require($isLevel, 'LOG_LEVEL', 'must be debug, info, notice, warning, error, critical, alert or emergency', 'info');

        return ['logFile' => $file, 'logLevel' => $isLevel ? $level : 'info'];
    }

    /** @return array{siteUrl: ?string, servicePrefix: string, pagesFolder: string, origins: list<string>, proxies: list<string>, addressKey: ?\SensitiveParameterValue<string>, healthToken: ?\SensitiveParameterValue<string>} */
    private static function site(Settings $settings): array
    {
        $url = $settings->text('SITE_URL');
        $settings->require($url === '' || Origins::parse($url) !== null, 'SITE_URL', 'must be an origin without a path', 'https://www.example.co.za');

        $prefix = $settings->text('SERVICE_PREFIX', '/api');
        $settings->require(preg_match('~^(?:/[A-Za-z0-9_-]+)+$~D', $prefix) === 1, 'SERVICE_PREFIX', 'must be a path that starts with a slash and does not end with one', '/api');

        $pages = $settings->text('PAGES_DIR', \dirname(__DIR__, 2) . '/pages');
        $settings->require(Settings::isFullPath($pages), 'PAGES_DIR', 'must be a full path', '/var/www/website/pages');

        $listed = array_map(Origins::parse(...), $settings->list('ALLOWED_ORIGINS'));
        $settings->require(!\in_array(null, $listed, true), 'ALLOWED_ORIGINS', 'must be one or more origins without a path, separated by commas', 'https://example.co.za,https://www.example.co.za');
        // The site's own address is ours also where a proxy rewrites the Host header.
        $listed[] = Origins::parse($url);
        $origins = array_values(array_filter($listed, static fn(?string $origin): bool => $origin !== null));

        $proxies = $settings->list('TRUSTED_PROXIES');
        $settings->require(array_filter($proxies, self::isAddressRange(...)) === $proxies, 'TRUSTED_PROXIES', 'must be one or more IP addresses or ranges, separated by commas', '10.0.0.5,2001:db8::/32');

        $key = $settings->secret('ADDRESS_KEY');
        $settings->require($key === '' || \strlen($key) >= ClientAddresses::LEAST_LENGTH_OF_KEY, 'ADDRESS_KEY', 'must be at least 32 characters that nobody can guess', "'the output of: openssl rand -hex 32'");

        $token = $settings->text('HEALTH_TOKEN');
        $settings->require($token === '' || self::isToken($token), 'HEALTH_TOKEN', 'must be at least 32 visible ASCII characters that nobody can guess', "'the output of: openssl rand -hex 32'");

        return [
            'siteUrl' => $url === '' ? null : $url,
            'servicePrefix' => $prefix,
            'pagesFolder' => rtrim($pages, '/'),
            'origins' => $origins,
            'proxies' => $proxies,
            'addressKey' => $key === '' ? null : new \SensitiveParameterValue($key),
            'healthToken' => $token === '' ? null : new \SensitiveParameterValue($token),
        ];
    }

    /** A range of no bits would believe the whole world. */
    private static function isAddressRange(string $range): bool
    {
        [$address, $bits] = explode('/', $range, 2) + ['', null];
        $most = filter_var($address, \FILTER_VALIDATE_IP, \FILTER_FLAG_IPV4) === false ? 128 : 32;

        return filter_var($address, \FILTER_VALIDATE_IP) !== false
            && ($bits === null || filter_var($bits, \FILTER_VALIDATE_INT, ['options' => ['min_range' => 1, 'max_range' => $most]]) !== false);
    }
}
