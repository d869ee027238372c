<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Symfony\Component\Console\Attribute\Option;

/** The options that choose enquiries by the time at which they were received. */
final class Received
{
    #[Option('Only those received then or later, such as 2026-10-05, october or "2 days"')]
    public ?string $since = null;

    #[Option('Only those received then or earlier. A day, a month or a year is included')]
    public ?string $until = null;

    public function isGiven(): bool
    {
        return $this->since !== null || $this->until !== null;
    }

    /** @return array{int, int} the first second, and the first second that is too late */
    public function between(int $now): array
    {
        $from = $this->since === null ? 0 : Span::parse($this->since, $now)->from;
        $before = $this->until === null ? \PHP_INT_MAX : Span::parse($this->until, $now)->before;
        if ($from >= $before) {
            throw new \InvalidArgumentException('--since must be earlier than the end of --until.');
        }

        return [$from, $before];
    }
}
