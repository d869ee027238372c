<?php

declare(strict_types=1);

namespace Enquiry\Configuration;

use Enquiry\Queue\PrivacyNotice;

/** How long enquiries and backups are kept, and when a waiting enquiry is an alarm. */
final readonly class Upkeep
{
    private function __construct(
        public int $retentionDays,
        public int $backupsKept,
        public int $alertAfterSeconds,
    ) {}

    public static function from(Settings $settings, PrivacyNotice $notice): self
    {
        return new self(
            retentionDays: $settings->number('RETENTION_DAYS', $notice->enquiries, 36_500),
            backupsKept: $settings->number('BACKUPS_KEPT', $notice->backups, 36_500, min: 0),
            alertAfterSeconds: 60 * $settings->number('ALERT_AFTER_MINUTES', 30, 10_080),
        );
    }
}
