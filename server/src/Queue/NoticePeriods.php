<?php

declare(strict_types=1);

namespace Enquiry\Queue;

/** The days that the privacy notice promises. The build writes them to firm.json. */
final readonly class NoticePeriods
{
    private const DEFAULT_DAYS = ['enquiries' => 730, 'backups' => 7];

    private function __construct(public int $enquiries, public int $backups) {}

    public static function fromFile(string $file): self
    {
        $firm = json_decode((string) @file_get_contents($file), true);
        $promised = \is_array($firm) && \is_array($firm['days'] ?? null) ? $firm['days'] : [];
        $days = static fn(string $what): int
            => \is_int($promised[$what] ?? null) && $promised[$what] > 0 ? $promised[$what] : self::DEFAULT_DAYS[$what];

        return new self($days('enquiries'), $days('backups'));
    }

    /** @return list<string> what the settings keep for longer than the notice says */
    public function broken(int $retentionDays, int $backupDays): array
    {
        return [
            ...self::fault('RETENTION_DAYS', $retentionDays, 'enquiries', $this->enquiries),
            ...self::fault('BACKUPS_KEPT', $backupDays, 'backups', $this->backups),
        ];
    }

    /** @return list<string> */
    private static function fault(string $key, int $days, string $what, int $most): array
    {
        return $days <= $most ? [] : [
            "{$key} is {$days}, but the privacy notice says that {$what} are kept for {$most} days. Lower {$key} in "
                . ".env, or raise days.{$what} in privacy.ts of the firm and deploy.",
        ];
    }
}
