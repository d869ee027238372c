<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

/** How operators see an enquiry. It may be waiting for one recipient, and failed for another. */
enum Status: string
{
    case Waiting = 'waiting';
    case Sent = 'sent';
    case Failed = 'failed';
    case Dismissed = 'dismissed';

    /** @return string a condition in SQL, for every list and every number of enquiries */
    public function condition(): string
    {
        return "state IN ('" . implode("', '", match ($this) {
            self::Waiting => ['waiting', 'both'],
            self::Failed => ['failed', 'both'],
            default => [$this->value],
        }) . "')";
    }

    /**
     * @param string $state of an enquiry
     * @return non-empty-list<self> the most serious first
     */
    public static function of(string $state): array
    {
        return $state === 'both' ? [self::Failed, self::Waiting] : [self::from($state)];
    }
}
