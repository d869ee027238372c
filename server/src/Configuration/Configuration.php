<?php

declare(strict_types=1);

namespace Enquiry\Configuration;

use Enquiry\Database\Database;
use Enquiry\Database\DatabaseUrl;
use Enquiry\Database\DataFolder;
use Enquiry\Database\Dialect;
use Enquiry\Database\ServerDatabase;
use Enquiry\Database\SqliteDatabase;
use Enquiry\Enquiry\Forms;
use Enquiry\Http\OperatorToken;
use Enquiry\Http\Origins;
use Enquiry\Queue\PrivacyNotice;
use Enquiry\Webhook\WebhookTarget;

/** The environment, parsed once; .env.example explains every key. */
final class Configuration
{
    private const DELIVERY_KEYS = '/^(?:SMTP|MAIL|WEBHOOK|ALERT)_/';
    private const WEBHOOK_KEYS = '/^WEBHOOK_/';

    /** Of the data folder; empty if it has none. */
    public readonly string $dataId;

    /** Null for the SQLite file in the data folder. */
    public readonly ?DatabaseUrl $databaseUrl;

    /** How many enquiries one address may send in ten minutes. */
    public readonly int $rateLimit;

    /** 0 stands for no limit, also in deliveriesPerHour. */
    public readonly int $surgePerHour;

    /** Of emails, and of the webhook's requests. */
    public readonly int $deliveriesPerHour;

    /** A waiting enquiry is an alarm after this time. */
    public readonly int $alertSeconds;

    public readonly PrivacyNotice $notice;

    /** @var list<string> trusted IP addresses and CIDR ranges */
    public readonly array $proxies;

    /** @var ?\SensitiveParameterValue<string> hashes client addresses; null: the endpoint makes its own */
    public readonly ?\SensitiveParameterValue $addressKey;

    /** @var ?\SensitiveParameterValue<string> identifies an operator */
    public readonly ?\SensitiveParameterValue $healthToken;

    /** An origin; empty if unknown. */
    public readonly string $siteUrl;

    public readonly string $servicePrefix;

    /** Empty for an upload by hand. */
    public readonly string $release;

    /** The pages that the build made for the endpoint. */
    public readonly string $pagesFolder;

    public readonly Forms $forms;

    /** Whether WEBHOOK_URL is set. */
    public readonly bool $hasWebhook;

    /** Null without WEBHOOK_URL, and if webhookErrors has errors. */
    public readonly ?WebhookTarget $webhook;

    /** @var list<string> errors in WEBHOOK_…, which stop no mail */
    public readonly array $webhookErrors;

    private readonly string $dataDir;
    private ?MailSettings $mail = null;
    private ?Database $database = null;

    private function __construct(private readonly Settings $settings, Installation $installation)
    {
        $dataDir = $settings->text('DATA_DIR', $installation->data());
        $settings->require(preg_match('~^(?:/|[A-Za-z]:[/\\\])~', $dataDir) === 1, 'DATA_DIR');
        $this->dataDir = rtrim($dataDir, '/');
        $this->dataId = $settings->text('DATA_ID');
        $url = $settings->secret('DATABASE_URL');
        $this->databaseUrl = $url === '' ? null : DatabaseUrl::parse($url);
        $settings->require($url === '' || $this->databaseUrl !== null, 'DATABASE_URL');

        $this->release = $installation->release;
        // Only the tests set TEST_PAGES_DIR.
        $this->pagesFolder = $settings->text('TEST_PAGES_DIR', $installation->pages());
        $this->forms = new Forms($installation->forms($settings->text('IDENTITY')));

        $this->rateLimit = $settings->number('RATE_LIMIT', 20, 1_000_000);
        $this->surgePerHour = $settings->number('SURGE_PER_HOUR', 30, 1_000, min: 0);
        $this->deliveriesPerHour = $settings->number('DELIVERY_PER_HOUR', 0, 1_000_000, min: 0);
        $this->alertSeconds = 60 * $settings->number('ALERT_AFTER_MINUTES', 30, 10_080);
        $webhookUrl = trim($settings->secret('WEBHOOK_URL'));
        $this->hasWebhook = $webhookUrl !== '';
        $this->webhook = self::webhookAt($webhookUrl, $settings);
        $this->webhookErrors = $settings->errorsOf(self::WEBHOOK_KEYS);
        $this->notice = PrivacyNotice::fromFile("{$this->pagesFolder}/firm.json", $this->hasWebhook);

        $this->siteUrl = $settings->text('SITE_URL');
        $settings->require($this->siteUrl === '' || Origins::parse($this->siteUrl) !== null, 'SITE_URL');
        $this->servicePrefix = $settings->text('SERVICE_PREFIX', '/api');
        $settings->require(preg_match('~^(?:/[A-Za-z0-9_-]+)+$~D', $this->servicePrefix) === 1, 'SERVICE_PREFIX');
        $this->proxies = $settings->list('TRUSTED_PROXIES', self::isAddressRange(...));
        $this->addressKey = $settings->randomKey('ADDRESS_KEY', '/^.{32,}$/s');
        $this->healthToken = self::healthToken($settings);
    }

    /**
     * @param ?Settings $settings null: the environment of the process, which wins over .env
     * @throws InvalidConfiguration
     */
    public static function load(Installation $installation, ?Settings $settings = null): self
    {
        $configuration = new self($settings ?? Settings::load($installation->environment()), $installation);
        // Read, so that asRead() lists its settings.
        $configuration->mail();

        return $configuration;
    }

    /**
     * Skips the mail settings: an error in them must not stop enquiries from being accepted.
     * @throws InvalidConfiguration
     */
    public static function loadToAccept(Installation $installation): self
    {
        $settings = Settings::load($installation->environment());
        $configuration = new self($settings, $installation);
        if ($settings->text('SMTP_HOST') === '' && $settings->errorsOf('/^SMTP_HOST$/') === []) {
            // Nobody has configured delivery, so no enquiry must be accepted.
            $settings->require(false, 'SMTP_HOST');
            $settings->finish(self::WEBHOOK_KEYS);
        } else {
            $settings->finish(self::DELIVERY_KEYS);
        }

        return $configuration;
    }

    /** @param array<mixed> $values */
    public static function fromArray(#[\SensitiveParameter] array $values): self
    {
        return self::load(Installation::running(), new Settings($values));
    }

    /** Works even if other settings are invalid: the status page shows their errors. */
    public static function operatorToken(Installation $installation): OperatorToken
    {
        return new OperatorToken(self::healthToken(Settings::load($installation->environment())));
    }

    /** @return list<string> the keys in .env that are not in .env.example */
    public static function unknownKeys(Installation $installation): array
    {
        $example = (string) @file_get_contents("{$installation->environment()}.example");
        preg_match_all('/^(?:# )?([A-Z][A-Z0-9_]*)=/m', $example, $known);
        $keys = $example === '' ? [] : Settings::load($installation->environment())->keys;

        return array_values(array_diff($keys, $known[1]));
    }

    /** @return array<string, string> see Settings::asRead() */
    public function asRead(): array
    {
        return $this->settings->asRead();
    }

    /** @throws InvalidConfiguration */
    public function mail(): MailSettings
    {
        $this->mail ??= new MailSettings($this->settings, "{$this->pagesFolder}/firm.json");
        $this->settings->finish(self::WEBHOOK_KEYS);

        return $this->mail;
    }

    private static function webhookAt(#[\SensitiveParameter] string $url, Settings $settings): ?WebhookTarget
    {
        $key = WebhookTarget::keyIn($settings->secret('WEBHOOK_SECRET'));
        $settings->require($url === '' || MailSettings::isSafeUrl($url), 'WEBHOOK_URL');
        $settings->require($url === '' || $key !== null, 'WEBHOOK_SECRET');
        $isUsable = $url !== '' && $settings->errorsOf(self::WEBHOOK_KEYS) === [];

        return $isUsable && $key !== null ? new WebhookTarget(new \SensitiveParameterValue($url), $key) : null;
    }

    /** @return list<string> the address of each form's script, below the site's */
    public function formAddresses(): array
    {
        return array_map(
            fn(string $form): string => "{$this->servicePrefix}/{$form}_process.php",
            $this->forms->names(),
        );
    }

    /** Its id counts only if it holds the queue. */
    public function folder(): DataFolder
    {
        return new DataFolder($this->dataDir, $this->databaseUrl === null ? $this->dataId : '');
    }

    public function dialect(): Dialect
    {
        return $this->databaseUrl === null ? Dialect::Sqlite : Dialect::Mysql;
    }

    /** One database for all parts of a process: servers allow few connections. */
    public function database(): Database
    {
        return $this->database ??= $this->databaseUrl === null
            ? new SqliteDatabase($this->folder())
            : new ServerDatabase($this->databaseUrl);
    }

    /** @return ?\SensitiveParameterValue<string> */
    private static function healthToken(Settings $settings): ?\SensitiveParameterValue
    {
        return $settings->randomKey('HEALTH_TOKEN', '/^[\x21-\x7E]{32,}$/D');
    }

    /** A range of 0 bits would trust every address. */
    private static function isAddressRange(string $range): bool
    {
        [$address, $bits] = explode('/', $range, 2) + ['', null];
        $most = filter_var($address, \FILTER_VALIDATE_IP, \FILTER_FLAG_IPV4) === false ? 128 : 32;
        $options = ['options' => ['min_range' => 1, 'max_range' => $most]];

        return filter_var($address, \FILTER_VALIDATE_IP) !== false
            && ($bits === null || filter_var($bits, \FILTER_VALIDATE_INT, $options) !== false);
    }
}
