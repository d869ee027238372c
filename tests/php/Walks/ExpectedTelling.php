<?php

declare(strict_types=1);

namespace Enquiry\Tests\Walks;

/** What one way of telling must tell, and when. */
final class ExpectedTelling
{
    public const WELL = 'all is well';

    private const SIX_HOURS = 21_600;
    private const HOUR = 3_600;

    /** @var array<string, int> in the last six hours, by the name of the problem */
    private array $told = [];

    /** When the end of all was told; forgotten after six hours, too. */
    private int $wellAt = 0;

    /** Until when there was a problem, since one was told; null after the end of all was told. */
    private ?int $lasted = null;

    /** Whether it is of the time when the data folder could not be written. */
    private bool $isNew = false;

    /** What was told while the data folder could not be written. */
    public function take(self $other): void
    {
        if (!$other->isNew) {
            return;
        }
        $other->isNew = false;
        foreach ($other->told as $name => $at) {
            $this->told[$name] = max($at, $this->told[$name] ?? 0);
        }
        $this->wellAt = max($this->wellAt, $other->wellAt);
        $this->lasted
            = $this->lasted === null && $other->lasted === null ? null : max($this->lasted ?? 0, $other->lasted ?? 0);
    }

    /**
     * @param list<string> $standing names of problems
     * @return list<string> what must be told now
     */
    public function at(int $now, array $standing, bool $isReachable = true): array
    {
        $this->isNew = true;
        // After the clock was set back: everything was told until now at the latest.
        $this->told = array_filter(
            array_map(static fn(int $at): int => min($at, $now), $this->told),
            static fn(int $at): bool => $now - $at < self::SIX_HOURS,
        );
        $this->wellAt = min($this->wellAt, $now);
        $this->lasted = $this->lasted === null ? null : min($this->lasted, $now);
        $due = array_values(array_diff($standing, array_keys($this->told)));
        $this->wellAt = $now - $this->wellAt < self::SIX_HOURS ? $this->wellAt : 0;
        $isEnd
            = $standing === [] && $this->lasted !== null && $now - $this->lasted >= self::HOUR && $this->wellAt === 0;
        if ($isReachable && $due !== []) {
            $this->told = array_fill_keys($due, $now) + $this->told;
            $this->lasted = $now;
        } elseif ($isReachable && $isEnd) {
            [$this->wellAt, $this->lasted] = [$now, null];
        }
        if ($this->lasted !== null && $standing !== []) {
            $this->lasted = $now;
        }

        return match (true) {
            !$isReachable => [],
            $isEnd => [self::WELL],
            default => $due,
        };
    }
}
