<?php

declare(strict_types=1);

namespace Enquiry\Tests\Walks;

/** The settings of one moment. */
final readonly class Recipients
{
    public const WEBHOOK = 'webhook';

    /**
     * @param non-empty-list<string> $everybody of MAIL_TO
     * @param list<string>           $callBacks of MAIL_TO_CALLBACK; empty without it
     */
    public function __construct(
        public array $everybody,
        public array $callBacks,
        public bool $hasWebhook,
        public int $perHour,
    ) {}

    /** @return list<string> */
    public function targets(string $form): array
    {
        $mail = $form === 'callback' && $this->callBacks !== [] ? $this->callBacks : $this->everybody;

        return [...$mail, ...$this->hasWebhook ? [self::WEBHOOK] : []];
    }

    public function areSame(?self $others): bool
    {
        return $others !== null
            && [$this->everybody, $this->callBacks, $this->hasWebhook] === [
                $others->everybody,
                $others->callBacks,
                $others->hasWebhook,
            ];
    }
}
