<?php

declare(strict_types=1);

namespace Enquiry\Queue;

/** How a target gets an enquiry. The value names the counter of DELIVERY_PER_HOUR. */
enum Channel: string
{
    case Mail = 'mails by hour';
    case Webhook = 'posts by hour';

    /** In the column target, beside the email addresses of the sales team. */
    public const WEBHOOK = 'webhook';

    public static function of(string $target): self
    {
        return $target === self::WEBHOOK ? self::Webhook : self::Mail;
    }

    /** @return string a condition in SQL */
    public function condition(): string
    {
        return ($this === self::Webhook ? 'target = ' : 'target <> ') . "'" . self::WEBHOOK . "'";
    }
}
