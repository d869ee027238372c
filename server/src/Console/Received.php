<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Shared\LocalTime;
use Symfony\Component\Console\Attribute\Option;

/** The options that choose enquiries by the day on which they were received, in the firm's time zone. */
final class Received
{
    #[Option('Only those received on this day or later, such as 2026-10-05')]
    public ?string $since = null;

    #[Option('Only those received on this day or earlier')]
    public ?string $until = null;

    public function isGiven(): bool
    {
        return $this->since !== null || $this->until !== null;
    }

    /** @return array{int, int} the first second, and the first second that is too late */
    public function between(): array
    {
        return [
            $this->since === null ? 0 : self::midnight($this->since),
            $this->until === null ? \PHP_INT_MAX : self::midnight($this->until, daysLater: 1),
        ];
    }

    private static function midnight(string $day, int $daysLater = 0): int
    {
        // Without the pattern, PHP would read 2026 as 20:26 today, and monday as the next one.
        $isDay = preg_match('/^(\d{4})-(\d\d)-(\d\d)$/D', $day, $found) === 1
            && checkdate((int) $found[2], (int) $found[3], (int) $found[1]);

        return $isDay
            ? LocalTime::parse("{$day} +{$daysLater} days")
            : throw new \InvalidArgumentException("\"{$day}\" is no day. Write it as 2026-10-05.");
    }
}
