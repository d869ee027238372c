<?php

declare(strict_types=1);

namespace Enquiry\Configuration;

use Enquiry\Database\Database;
use Enquiry\Database\DatabaseUrl;
use Enquiry\Database\DataFolder;
use Enquiry\Database\ServerDatabase;
use Enquiry\Database\SqliteDatabase;
use Enquiry\Delivery\Recipients;
use Enquiry\Delivery\WebhookSender;
use Enquiry\Enquiry\Forms;
use Enquiry\Enquiry\Promise;
use Enquiry\Shared\Clock;

/**
 * The environment, parsed once; .env.example explains every setting.
 *
 * @phpstan-import-type Facts from Promise
 * @phpstan-type Firm array{promise?: ?Facts, days?: array{enquiries: int, backups: int}, namesOthers?: bool}
 */
final class Configuration
{
    /** Days after which the endpoint deletes each, if the build wrote no privacy notice. */
    private const DAYS = ['enquiries' => 730, 'backups' => 7];

    /** Of the data folder; empty if it has none. */
    public readonly string $dataId;

    /** Null for the SQLite file in the data folder. */
    public readonly ?DatabaseUrl $databaseUrl;

    /** How many enquiries one address may send in ten minutes. */
    public readonly int $rateLimit;

    /** Of emails, and of the webhook's requests; 0: no limit. */
    public readonly int $deliveriesPerHour;

    /** @var list<string> trusted IP addresses and CIDR ranges */
    public readonly array $proxies;

    /** An origin; empty if unknown. */
    public readonly string $siteUrl;

    public readonly string $servicePrefix;

    /** Empty for an upload by hand. */
    public readonly string $release;

    /** The path of the operators' commands. */
    public readonly string $console;

    /** The pages that the build made for the endpoint. */
    public readonly string $pagesFolder;

    public readonly Forms $forms;

    /** Whether WEBHOOK_URL is set. */
    public readonly bool $hasWebhook;

    /** @var list<string> errors in WEBHOOK_…, which stop no mail */
    private readonly array $webhookErrors;

    private readonly string $dataDir;
    /** @var ?Firm */
    private ?array $firm = null;
    private ?MailSettings $mail = null;
    private ?Database $database = null;

    private function __construct(private readonly Settings $settings, Installation $installation)
    {
        $this->dataDir = rtrim($settings->text('DATA_DIR', $installation->data()), '/');
        $this->dataId = $settings->text('DATA_ID');
        $url = $settings->secret('DATABASE_URL');
        $this->databaseUrl = $url === null ? null : DatabaseUrl::parse($url->getValue());

        $this->release = $installation->release;
        $this->console = $installation->console();
        $this->pagesFolder = $settings->forTests('TEST_PAGES_DIR', $installation->pages());
        $this->forms = new Forms($installation->forms($settings->text('IDENTITY')));

        $this->rateLimit = (int) $settings->text('RATE_LIMIT');
        $this->deliveriesPerHour = (int) $settings->text('DELIVERY_PER_HOUR');
        $this->hasWebhook = $settings->has('WEBHOOK_URL');
        $settings->require(!$this->hasWebhook || $settings->has('WEBHOOK_SECRET'), 'WEBHOOK_SECRET');
        $settings->require(
            !$this->hasWebhook || ($this->firm()['namesOthers'] ?? true),
            'WEBHOOK_URL',
            'not be set while the privacy notice says that nobody else gets the details: name the receiver, also if it '
                . 'is your own, in others in privacy.ts of the firm, and deploy',
        );
        $this->webhookErrors = $settings->errorsOf(Settings::WEBHOOK);

        $this->siteUrl = $settings->text('SITE_URL');
        $this->servicePrefix = $settings->text('SERVICE_PREFIX');
        $this->proxies = $settings->list('TRUSTED_PROXIES');
    }

    /**
     * An error in a mail setting must neither stop enquiries nor hide them from the operator. What sends mail calls
     * mail(), which throws.
     * @param ?Settings $settings    null: the environment of the process, which wins over .env
     * @param bool      $mustDeliver whether the mail settings must be valid too
     * @throws InvalidConfiguration
     */
    public static function load(
        Installation $installation,
        ?Settings $settings = null,
        bool $mustDeliver = false,
    ): self {
        $settings ??= Settings::load($installation->environment());
        $configuration = new self($settings, $installation);
        $mustDeliver ? $configuration->mail() : $settings->finish(Settings::MAIL, Settings::WEBHOOK);

        return $configuration;
    }

    /**
     * For a visitor's request. Without SMTP_HOST nobody has configured delivery, and no enquiry must be accepted.
     * @throws InvalidConfiguration
     */
    public static function loadToAccept(Installation $installation): self
    {
        $settings = Settings::load($installation->environment());

        return self::load($installation, $settings, mustDeliver: !$settings->has('SMTP_HOST'));
    }


    /** @return Firm the facts that the build checked and wrote; empty without it */
    private function firm(): array
    {
        /** @var ?Firm $facts */
        $facts = $this->firm ?? json_decode((string) @file_get_contents("{$this->pagesFolder}/firm.json"), true);

        return $this->firm = $facts ?? [];
    }

    public function promise(): Promise
    {
        return new Promise($this->firm()['promise'] ?? null);
    }

    /** @return array{enquiries: int, backups: int} days after which each is deleted, as the privacy notice says */
    public function keptDays(): array
    {
        return $this->firm()['days'] ?? self::DAYS;
    }

    /** @throws InvalidConfiguration */
    public function mail(): MailSettings
    {
        $this->mail ??= new MailSettings($this->settings, $this->firm());
        $this->settings->finish(Settings::WEBHOOK);

        return $this->mail;
    }

    /** @return list<string> errors in the settings that delivery needs */
    public function deliveryErrors(): array
    {
        try {
            $this->mail();

            return $this->webhookErrors;
        } catch (InvalidConfiguration $failure) {
            return [...$failure->errors, ...$this->webhookErrors];
        }
    }

    /** @return list<string> the settings MAIL_TO_<FORM> for a form that this release lacks */
    public function recipientsWithoutForm(): array
    {
        $ofForms = array_map(Recipients::settingOf(...), $this->forms->names());

        return array_values(array_diff(array_keys($this->settings->mailToByForm()), $ofForms));
    }

    /** @return ?WebhookSender null without WEBHOOK_URL, and if webhookErrors has errors */
    public function webhook(Clock $clock): ?WebhookSender
    {
        $url = $this->settings->secret('WEBHOOK_URL');
        $secret = $this->settings->secret('WEBHOOK_SECRET');
        $key = $secret === null ? null : WebhookSender::keyIn($secret->getValue());

        return $url === null || $key === null ? null : new WebhookSender($url, $key, $clock);
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

    /** One database for all parts of a process: servers allow few connections. */
    public function database(): Database
    {
        return $this->database ??= $this->databaseUrl === null
            ? new SqliteDatabase($this->folder())
            : new ServerDatabase($this->databaseUrl, $this->folder());
    }
}
