<?php

declare(strict_types=1);

namespace Enquiry\Configuration;

use Enquiry\Database\Database;
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
use Enquiry\Queue\PrivacyNotice;
use Enquiry\Webhook\WebhookTarget;

/** The environment, parsed once; .env.example explains every key. */
final class Configuration
{
    public const STANDARD_ERROR = 'php://stderr';

    public const HOST = 'must be the name or IP address of the mail server, without a port or ssl://';

    private const DELIVERY_KEYS = '/^(?:(?:SMTP|MAIL|DKIM|WEBHOOK)_|ALERT_TO$)/';

    private ?MailSettings $delivery = null;
    private ?WebhookTarget $webhook = null;

    /** @var list<string> */
    private array $webhookErrors = [];
    private ?Database $database = null;

    /**
     * @param \SensitiveParameterValue<Settings> $settings
     * @param ?string                            $siteUrl     an origin, without a slash at its end
     * @param string                             $release     empty for an upload by hand
     * @param string                             $pagesFolder the pages that the build made for the endpoint
     * @param ?\SensitiveParameterValue<string>  $healthToken identifies an operator
     */
    private function __construct(
        private readonly \SensitiveParameterValue $settings,
        public readonly Storage $storage,
        public readonly Limits $limits,
        public readonly Upkeep $upkeep,
        public readonly Access $access,
        public readonly PrivacyNotice $notice,
        public readonly string $logFile,
        public readonly ?string $siteUrl,
        public readonly string $servicePrefix,
        public readonly string $release,
        public readonly string $pagesFolder,
        public readonly Forms $forms,
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

    /** @return list<string> who gets the notices; empty: the recipients @throws InvalidConfiguration */
    public function operators(): array
    {
        return $this->delivery()->operators;
    }

    /** @throws InvalidConfiguration */
    public function replyCopy(): string
    {
        return $this->delivery()->replyCopy;
    }

    /** @return ?WebhookTarget null without WEBHOOK_URL, and if webhookErrors() has errors @throws InvalidConfiguration */
    public function webhook(): ?WebhookTarget
    {
        $this->delivery();

        return $this->webhook;
    }

    /** @return list<string> errors in WEBHOOK_…, which stop no mail @throws InvalidConfiguration */
    public function webhookErrors(): array
    {
        $this->delivery();

        return $this->webhookErrors;
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
        return new DataFolder($this->storage->folder, $this->storage->url === null ? $this->storage->id : '');
    }

    public function dialect(): Dialect
    {
        return $this->storage->url === null ? Dialect::Sqlite : Dialect::Mysql;
    }

    /** One database for all parts of a process: servers allow few connections. The last call sets the limit. */
    public function database(TimeLimit $timeLimit = TimeLimit::Request): Database
    {
        $url = $this->storage->url;
        $this->database ??= $url === null ? new SqliteDatabase($this->folder()) : new ServerDatabase($url);
        $this->database->limit($timeLimit);

        return $this->database;
    }

    /** The default log file, which is also used if LOG_FILE cannot be written. */
    public function ordinaryLog(): string
    {
        return self::logIn($this->storage->folder);
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
        $configuration = self::from($settings, $installation);
        $configuration->readWebhook($settings);
        $settings->finish();
        $configuration->delivery = $delivery;

        return $configuration;
    }

    private static function from(Settings $settings, Installation $installation): self
    {
        $storage = Storage::from($settings, $installation->data());
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
        $notice = PrivacyNotice::fromFile("{$pagesFolder}/firm.json");

        return new self(
            settings: new \SensitiveParameterValue($settings),
            storage: $storage,
            limits: Limits::from($settings),
            upkeep: Upkeep::from($settings, $notice),
            access: Access::from($settings, $siteUrl),
            notice: $notice,
            logFile: $settings->text('LOG_FILE') === self::STANDARD_ERROR
                ? self::STANDARD_ERROR
                : $settings->path('LOG_FILE', self::logIn($storage->folder), '/var/log/website/enquiries.log'),
            siteUrl: $siteUrl === '' ? null : $siteUrl,
            servicePrefix: $prefix,
            release: $installation->release,
            pagesFolder: $pagesFolder,
            forms: new Forms($installation->forms($settings->text('IDENTITY'))),
            healthToken: self::healthToken($settings),
            hasWebhook: trim($settings->secret('WEBHOOK_URL')) !== '',
        );
    }

    private function delivery(): MailSettings
    {
        if ($this->delivery === null) {
            $settings = $this->settings->getValue();
            $delivery = MailSettings::from($settings);
            $this->readWebhook($settings);
            $settings->finish();
            $this->delivery = $delivery;
        }

        return $this->delivery;
    }

    private function readWebhook(Settings $settings): void
    {
        $webhook = WebhookSettings::from($settings);
        $this->webhookErrors = $settings->takeErrors('/^WEBHOOK_/');
        $this->webhook = $this->webhookErrors === [] ? $webhook : null;
    }

    /** @return ?\SensitiveParameterValue<string> */
    private static function healthToken(Settings $settings): ?\SensitiveParameterValue
    {
        return $settings->randomKey('HEALTH_TOKEN', '/^[\x21-\x7E]{32,}$/D');
    }
}
