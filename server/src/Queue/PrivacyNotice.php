<?php

declare(strict_types=1);

namespace Enquiry\Queue;

/** The promises of the privacy notice that the code keeps or checks. The build writes them to firm.json. */
final readonly class PrivacyNotice
{
    private const DEFAULT_DAYS = ['enquiries' => 730, 'backups' => 7];

    private const BROKEN = [
        'WEBHOOK_URL posts each enquiry to somebody, but the privacy notice says that nobody else gets the details.'
            => 'Name the receiver, also if it is your own, in others in privacy.ts of the firm and deploy, or empty '
                . 'WEBHOOK_URL.',
    ];

    /**
     * @param int                   $enquiries days after which enquiries are deleted
     * @param int                   $backups   days after which backups are deleted
     * @param array<string, string> $broken    where the settings make the notice untrue, and what to do
     */
    private function __construct(public int $enquiries, public int $backups, public array $broken) {}

    /** @param array<mixed> $firm firm.json */
    public static function of(array $firm, bool $hasWebhook): self
    {
        $promised = \is_array($firm['days'] ?? null) ? $firm['days'] : [];
        $days = static fn(string $what): int
            => \is_int($promised[$what] ?? null) && $promised[$what] > 0 ? $promised[$what] : self::DEFAULT_DAYS[$what];
        $isBroken = $hasWebhook && ($firm['namesOthers'] ?? true) === false;

        return new self($days('enquiries'), $days('backups'), $isBroken ? self::BROKEN : []);
    }
}
