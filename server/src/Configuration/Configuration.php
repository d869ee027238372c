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

    /** @var ?list<string> trusted IP addresses and CIDR ranges; null if nobody knows them, and so nobody's address */
    public readonly ?array $proxies;

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

    private readonly string $dataDir;
    /** @var ?Firm */
    private ?array $firm = null;
    private ?MailSettings $mail = null;
    private ?Database $database = null;

    private function __construct(private readonly Settings $settings, private readonly Installation $installation)
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
        $hasWebhook = $settings->has('WEBHOOK_URL');
        $settings->require(!$hasWebhook || $settings->has('WEBHOOK_SECRET'), 'WEBHOOK_SECRET');
        $settings->require(
            !$hasWebhook || ($this->firm()['namesOthers'] ?? true),
            'WEBHOOK_URL',
            'not be set while the privacy notice says that nobody else gets the details: name the receiver, also if it '
                . 'is your own, in others in privacy.ts of the firm, and deploy',
        );

        $this->siteUrl = $settings->text('SITE_URL');
        $this->servicePrefix = $settings->text('SERVICE_PREFIX');
        $this->proxies = isset($settings->errors()['TRUSTED_PROXIES']) ? null : $settings->list('TRUSTED_PROXIES');
    }

    /**
     * Only what storing needs must be valid. problems() has all errors, and what sends mail calls mail(), which throws.
     * @param ?Settings $settings null: the environment of the process, which wins over .env
     * @throws InvalidConfiguration
     */
    public static function load(Installation $installation, ?Settings $settings = null): self
    {
        $settings ??= Settings::load($installation->environment());
        $configuration = new self($settings, $installation);

        return $settings->canStore() ? $configuration : throw $configuration->invalid();
    }

    /**
     * For a visitor's request. Without SMTP_HOST nobody has configured delivery, and no enquiry must be accepted.
     * @throws InvalidConfiguration
     */
    public static function loadToAccept(Installation $installation): self
    {
        $configuration = self::load($installation);

        return $configuration->settings->has('SMTP_HOST') ? $configuration : throw $configuration->invalid();
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
        $mail = $this->mailSettings();

        return $this->canMail() ? $mail : throw $this->invalid();
    }

    public function canMail(): bool
    {
        $this->mailSettings();

        $groups = array_map(Settings::groupOf(...), array_keys($this->settings->errors()));

        return !\in_array(Settings::MAIL, $groups, true);
    }

    /** Its errors are collected in the settings. */
    private function mailSettings(): MailSettings
    {
        return $this->mail ??= new MailSettings($this->settings, $this->firm());
    }

    private function invalid(): InvalidConfiguration
    {
        $this->mailSettings();

        return new InvalidConfiguration(array_values($this->settings->errors()));
    }

    /** @return array<string, array{string, string}> what is wrong and how to fix it, by setting or line of the file */
    public function problems(): array
    {
        $this->mailSettings();
        $file = $this->installation->environment();
        $problems = [];
        foreach ($this->settings->errors() as $name => $error) {
            $meanwhile = match ($name === 'TRUSTED_PROXIES' ? $name : Settings::groupOf($name)) {
                'TRUSTED_PROXIES' => 'RATE_LIMIT does not count',
                Settings::MAIL => $this->settings->has('SMTP_HOST')
                    ? 'enquiries are accepted, and their emails wait'
                    : 'every enquiry is refused, and visitors are asked to phone',
                Settings::WEBHOOK => 'nothing is posted to the webhook',
                null => 'it does not count',
                default => 'the default counts',
            };
            $where = str_starts_with($error, $file) ? '' : "Correct it in {$file} or in the environment. ";
            $problems[$name] = [$error, "{$where}Until then, {$meanwhile}."];
        }

        return $problems;
    }

    /** @return list<string> the settings MAIL_TO_<FORM> for a form that this release lacks */
    public function recipientsWithoutForm(): array
    {
        $ofForms = array_map(Recipients::settingOf(...), $this->forms->names());

        return array_values(array_diff(array_keys($this->settings->mailToByForm()), $ofForms));
    }

    /** @return ?WebhookSender null without a valid WEBHOOK_URL and WEBHOOK_SECRET */
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
