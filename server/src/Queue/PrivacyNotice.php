<?php

declare(strict_types=1);

namespace Enquiry\Queue;

/** The promises of the privacy notice that the code keeps or checks. The build writes them to firm.json. */
final readonly class PrivacyNotice
{
    private const DEFAULT_DAYS = ['enquiries' => 730, 'backups' => 7];

    /**
     * @param int $enquiries days after which enquiries are deleted
     * @param int $backups   days after which backups are deleted
     */
    private function __construct(public int $enquiries, public int $backups, private bool $namesOthers) {}

    public static function fromFile(string $file): self
    {
        $firm = json_decode((string) @file_get_contents($file), true);
        $firm = \is_array($firm) ? $firm : [];
        $promised = \is_array($firm['days'] ?? null) ? $firm['days'] : [];
        $days = static fn(string $what): int
            => \is_int($promised[$what] ?? null) && $promised[$what] > 0 ? $promised[$what] : self::DEFAULT_DAYS[$what];

        return new self($days('enquiries'), $days('backups'), ($firm['namesOthers'] ?? true) !== false);
    }

    /** @return list<string> where the settings make the notice untrue */
    public function broken(bool $hasWebhook): array
    {
        return !$hasWebhook || $this->namesOthers ? [] : [
            'WEBHOOK_URL posts each enquiry to somebody, but the privacy notice says that nobody else gets the '
                . 'details. Name the receiver, also if it is your own, in others in privacy.ts of the firm and deploy, '
                . 'or empty WEBHOOK_URL.',
        ];
    }
}
