<?php

declare(strict_types=1);

namespace Enquiry\Tests\Walks;

/** What one way of telling must tell, and when. */
final class ExpectedTelling
{
    public const WELL = 'all is well';

    private const SIX_HOURS = 21_600;
    private const HOUR = 3_600;

    /** @var array<string, int> by the name of the problem */
    private array $told = [];
    private int $wellAt = 0;
    private ?int $calmSince = null;

    /**
     * @param list<string> $standing names of problems
     * @return list<string> what must be told now
     */
    public function at(int $now, array $standing, bool $isReachable = true): array
    {
        // The clock was set back: it was told at the latest now.
        $this->told = array_map(static fn(int $at): int => min($at, $now), $this->told);
        $this->wellAt = min($this->wellAt, $now);
        $this->calmSince = $standing === [] ? min($this->calmSince ?? $now, $now) : null;
        $due = array_values(array_filter($standing, fn(string $name): bool => $now - ($this->told[$name] ?? 0) >= self::SIX_HOURS));
        $isEnd = $this->calmSince !== null && $now - $this->calmSince >= self::HOUR && $now - $this->wellAt >= self::SIX_HOURS
            && max([0, ...$this->told]) > $this->wellAt;
        if (!$isReachable) {
            return [];
        }
        foreach ($due as $name) {
            $this->told[$name] = $now;
        }
        $this->wellAt = $isEnd ? $now : $this->wellAt;

        return $isEnd ? [self::WELL] : $due;
    }
}
