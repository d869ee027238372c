<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

/** Who gets the enquiries of each form: MAIL_TO_<FORM>, otherwise MAIL_TO. The webhook gets all. */
final readonly class Recipients
{
    /** A target of deliveries, beside the email addresses of the sales team. */
    public const WEBHOOK = 'webhook';

    /**
     * @param list<string>                $mailTo in lower case, like all of them: each is a target in the database
     * @param array<string, list<string>> $byForm by the name of the setting
     */
    public function __construct(
        private array $mailTo,
        private array $byForm = [],
        private bool $hasWebhook = false,
    ) {}

    public static function settingOf(string $form): string
    {
        return 'MAIL_TO_' . strtoupper($form);
    }

    /** @return list<string> */
    public function of(string $form): array
    {
        return $this->byForm[self::settingOf($form)] ?? $this->mailTo;
    }

    /** @return list<string> with the webhook */
    public function targets(string $form): array
    {
        return [...$this->of($form), ...$this->hasWebhook ? [self::WEBHOOK] : []];
    }

    /** @return list<list<string>> each different list of recipients, MAIL_TO first */
    public function lists(): array
    {
        return array_values(array_unique([$this->mailTo, ...array_values($this->byForm)], \SORT_REGULAR));
    }

    /** @return list<string> of all forms, without the webhook */
    public function all(): array
    {
        return array_values(array_unique(array_merge(...$this->lists())));
    }

    /** Changes with the recipients. Never 0. */
    public function fingerprint(): int
    {
        $all = json_encode([$this->mailTo, $this->byForm, $this->hasWebhook], \JSON_THROW_ON_ERROR);

        return (int) hexdec(substr(hash('sha256', $all), 0, 15)) | 1;
    }
}
