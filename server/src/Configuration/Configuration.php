<?php

declare(strict_types=1);

namespace Enquiry\Configuration;

use Enquiry\Http\ClientAddresses;
use Enquiry\Http\OperatorToken;
use Enquiry\Http\Origins;
use Enquiry\Log\LazyLogger;
use Enquiry\Mail\Dkim;
use Enquiry\Mail\MailRoute;
use Enquiry\Mail\OAuthClient;
use Enquiry\Mail\SmtpServer;

/** The environment, parsed once; .env.example explains every key. */
final class Configuration
{
    /** How PHP names what is the log of a container. */
    public const STANDARD_ERROR = 'php://stderr';

    /** Keys that only delivery needs. */
    private const OF_DELIVERY = '/^(?:SMTP|MAIL|DKIM)_/';

    /** @var ?array{SmtpServer, MailRoute} */
    private ?array $delivery = null;

    /**
     * @param \SensitiveParameterValue<Settings> $settings
     * @param key-of<LazyLogger::SEVERITY>       $logLevel
     * @param ?string                           $siteUrl     without a slash at its end, as the site's build reads it too; null where the endpoint was not told
     * @param string                            $pagesFolder with what the build left for the endpoint
     * @param list<string>                      $origins     as Origins has them, whose pages may send, besides the one that the request went to
     * @param list<string>                      $proxies     IP addresses and CIDR ranges of proxies to believe
     * @param ?\SensitiveParameterValue<string> $addressKey  what client addresses are hashed with; null where the endpoint makes one up
     * @param ?\SensitiveParameterValue<string> $healthToken by which an operator is known; null where nobody is
     */
    private function __construct(
        private readonly \SensitiveParameterValue $settings,
        public readonly QueueSettings $queue,
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
        $delivery = [self::smtpFrom($settings), self::routeFrom($settings)];
        $configuration = self::from($settings, '');
        $configuration->delivery = $delivery;

        return $configuration;
    }

    /** @param string $unread pattern of keys that are not asked for */
    private static function from(Settings $settings, string $unread = self::OF_DELIVERY): self
    {
        // Of a host that nobody told anything, or whose .env is being replaced, nobody looks into the queue.
        $settings->require($unread === '' || $settings->text('SMTP_HOST') !== '', 'SMTP_HOST', 'must be the name or IP address of the mail server, without a port or ssl://', 'smtp.example.co.za');
        $queue = QueueSettings::from($settings);
        $site = self::site($settings);

        $logFile = $settings->text('LOG_FILE', self::logIn($queue));
        $settings->require($logFile === self::STANDARD_ERROR || Settings::isFullPath($logFile), 'LOG_FILE', 'must be a full path, or php://stderr', '/var/log/website/enquiries.log');

        $logLevel = strtolower($settings->text('LOG_LEVEL', 'info'));
        $settings->require(isset(LazyLogger::SEVERITY[$logLevel]), 'LOG_LEVEL', 'must be debug, info, notice, warning, error, critical, alert or emergency', 'info');

        $settings->finish($unread);

        return new self(new \SensitiveParameterValue($settings), $queue, $logFile, isset(LazyLogger::SEVERITY[$logLevel]) ? $logLevel : 'info', ...$site);
    }

    /** @throws InvalidConfiguration */
    public function smtp(): SmtpServer
    {
        return $this->delivery()[0];
    }

    /** @throws InvalidConfiguration */
    public function route(): MailRoute
    {
        return $this->delivery()[1];
    }

    /** @return array{SmtpServer, MailRoute} */
    private function delivery(): array
    {
        if ($this->delivery === null) {
            $settings = $this->settings->getValue();
            $delivery = [self::smtpFrom($settings), self::routeFrom($settings)];
            $settings->finish();
            $this->delivery = $delivery;
        }

        return $this->delivery;
    }

    /** Where the log goes unless told, and from where it was told if that cannot be written. */
    public function ordinaryLog(): string
    {
        return self::logIn($this->queue);
    }

    private static function logIn(QueueSettings $queue): string
    {
        return $queue->folder()->file('enquiries.log');
    }

    private static function smtpFrom(Settings $settings): SmtpServer
    {
        $host = $settings->text('SMTP_HOST');
        $isHost = filter_var($host, \FILTER_VALIDATE_DOMAIN, \FILTER_FLAG_HOSTNAME) !== false
            || filter_var($host, \FILTER_VALIDATE_IP) !== false;
        $settings->require($isHost, 'SMTP_HOST', 'must be the name or IP address of the mail server, without a port or ssl://', 'smtp.example.co.za');

        $encryption = $settings->text('SMTP_ENCRYPTION', SmtpServer::STARTTLS);
        $settings->require(isset(SmtpServer::PORTS[$encryption]), 'SMTP_ENCRYPTION', 'must be starttls, tls or none', 'starttls');
        $encryption = isset(SmtpServer::PORTS[$encryption]) ? $encryption : SmtpServer::STARTTLS;

        $username = $settings->text('SMTP_USERNAME');
        $password = $settings->secret('SMTP_PASSWORD');
        $settings->require($username !== '' || $password === '', 'SMTP_USERNAME', 'must be set together with SMTP_PASSWORD', 'website@example.co.za');
        $timeout = $settings->number('SMTP_TIMEOUT', 10, 60);
        $oauth = self::oauth($settings, $username, $timeout);
        $settings->require($password !== '' || $username === '' || $oauth !== null, 'SMTP_PASSWORD', 'must be set together with SMTP_USERNAME', "'the password'");
        $settings->require(
            $username === '' || $encryption !== SmtpServer::NONE || SmtpServer::isThisMachine($host),
            'SMTP_ENCRYPTION',
            'must not be none where SMTP_USERNAME is set, or the password crosses the network readable',
            'starttls',
        );

        $caFile = $settings->text('SMTP_CA_FILE');
        $settings->require($caFile === '' || (is_file($caFile) && is_readable($caFile)), 'SMTP_CA_FILE', 'must be a readable file of PEM certificates', '/etc/ssl/certs/ca-certificates.crt');

        return new SmtpServer(
            $host,
            $settings->number('SMTP_PORT', SmtpServer::PORTS[$encryption], 65_535),
            $encryption,
            $timeout,
            $caFile === '' ? null : $caFile,
            $username === '' ? null : $username,
            $password,
            oauth: $oauth,
        );
    }

    private static function oauth(Settings $settings, string $username, int $timeout): ?OAuthClient
    {
        $url = $settings->text('SMTP_OAUTH_TOKEN_URL');
        $clientId = $settings->text('SMTP_OAUTH_CLIENT_ID');
        if ($url === '' && $clientId === '') {
            return null;
        }
        $parts = parse_url($url);
        $host = \is_array($parts) ? $parts['host'] ?? '' : '';
        $isSafe = $host !== '' && (($parts['scheme'] ?? '') === 'https' || SmtpServer::isThisMachine($host));
        $settings->require($isSafe, 'SMTP_OAUTH_TOKEN_URL', 'must be the https address that your provider gives tokens at', 'https://oauth2.googleapis.com/token');
        $settings->require($clientId !== '', 'SMTP_OAUTH_CLIENT_ID', 'must be the id that your provider gave this application', "'the client id'");
        $settings->require($username !== '', 'SMTP_USERNAME', 'must be the mailbox that the token is for', 'website@example.co.za');

        return new OAuthClient(
            $url,
            $clientId,
            $settings->secret('SMTP_OAUTH_CLIENT_SECRET'),
            $settings->secret('SMTP_OAUTH_REFRESH_TOKEN'),
            $settings->text('SMTP_OAUTH_SCOPE'),
            $username,
            $timeout,
        );
    }

    private static function routeFrom(Settings $settings): MailRoute
    {
        $from = $settings->text('MAIL_FROM');
        $settings->require(self::isAddress($from), 'MAIL_FROM', "must be an e-mail address of the site's own domain", 'website@example.co.za');

        $fromName = $settings->text('MAIL_FROM_NAME', 'Website enquiries');
        $settings->require(preg_match('/^\P{Cc}{1,100}$/uD', $fromName) === 1, 'MAIL_FROM_NAME', 'must be one line of at most 100 characters', "'Website enquiries'");

        $to = array_map(trim(...), explode(',', $settings->text('MAIL_TO')));
        $settings->require(array_filter($to, self::isAddress(...)) === $to, 'MAIL_TO', 'must be one or more e-mail addresses separated by commas', 'sales@example.co.za,owner@example.co.za');

        return new MailRoute($from, $fromName, $to, self::dkim($settings));
    }

    private static function dkim(Settings $settings): ?Dkim
    {
        $domain = $settings->text('DKIM_DOMAIN');
        $selector = $settings->text('DKIM_SELECTOR');
        $keyFile = $settings->text('DKIM_KEY_FILE');
        $passphrase = $settings->secret('DKIM_PASSPHRASE');
        if ($domain . $selector . $keyFile . $passphrase === '') {
            return null;
        }
        $settings->require(self::isDomain($domain), 'DKIM_DOMAIN', 'must be the domain that publishes the DKIM key', 'example.co.za');
        $settings->require(self::isDomain($selector), 'DKIM_SELECTOR', 'must be the name that the DKIM key is published under', 'website');

        $dkim = Dkim::tryWith($domain, $selector, $keyFile, $passphrase);
        $settings->require($dkim !== null, 'DKIM_KEY_FILE', 'must be a readable PEM file of an RSA private key of 1024 bits or more, which DKIM_PASSPHRASE opens where it has one', '/etc/website/dkim.pem');

        return $dkim;
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

    /** One label or more, underscores admitted, as DNS has them where no host is meant. */
    private static function isDomain(string $name): bool
    {
        return preg_match('/^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/iD', $name) === 1;
    }

    /** A range of no bits would believe the whole world. */
    private static function isAddressRange(string $range): bool
    {
        [$address, $bits] = explode('/', $range, 2) + ['', null];
        $most = filter_var($address, \FILTER_VALIDATE_IP, \FILTER_FLAG_IPV4) === false ? 128 : 32;

        return filter_var($address, \FILTER_VALIDATE_IP) !== false
            && ($bits === null || filter_var($bits, \FILTER_VALIDATE_INT, ['options' => ['min_range' => 1, 'max_range' => $most]]) !== false);
    }

    /** PHP's filter also admits quoted local parts and IP addresses in brackets, which our headers do not. */
    private static function isAddress(string $address): bool
    {
        return filter_var($address, \FILTER_VALIDATE_EMAIL) !== false && strpbrk($address, '"[') === false;
    }
}
