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
        $broken = [];
        foreach (
            [['RETENTION_DAYS', $retentionDays, $this->enquiries, 'enquiries'], ['BACKUPS_KEPT', $backupDays, $this->backups, 'backups']] as [$key, $days, $most, $what]
        ) {
            if ($days > $most) {
                $broken[]
                    = "{$key} is {$days}, but the privacy notice says that {$what} are kept for {$most} days. Lower "
                    . "{$key} in .env, or raise days.{$what} in privacy.ts of the firm and deploy.";
            }
        }

        return $broken;
    }
}
