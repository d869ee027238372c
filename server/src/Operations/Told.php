<?php

declare(strict_types=1);

namespace Enquiry\Operations;

use Enquiry\Database\DataFolder;
use Enquiry\Database\NoteFile;
use Enquiry\Shared\Clock;

/**
 * What one way of telling has said, and when: the alert, cron's output or contact_work.php. A problem is told at once,
 * and again after six hours, also if it went and came back meanwhile. The end of all problems is told once.
 */
final readonly class Told
{
    public const ALERT = 'alert';
    public const CRON = 'cron';
    public const ADDRESS = 'address';

    private const PAUSE = 21_600;

    /** How long nothing must be wrong before all is well: problems come and go. */
    private const CALM_SECONDS = 3_600;

    /** Noted beside the names of problems: when it was told that all is well, and since when nothing is wrong. */
    private const WELL = '= well';
    private const CALM = '= calm';

    /** Not in the database, because that may be what has failed. */
    private NoteFile $note;

    /** @param self::ALERT|self::CRON|self::ADDRESS $way */
    public function __construct(DataFolder $folder, string $way, private Clock $clock)
    {
        $this->note = new NoteFile($folder, "told-{$way}.note", $clock);
    }

    /**
     * @param list<Finding>                 $findings
     * @param \Closure(list<Finding>): bool $tell     gets the problems to tell now, then the warnings; nothing if all
     *                                                is well again. Returns whether somebody was told
     */
    public function tell(array $findings, \Closure $tell): void
    {
        $this->note->change(function (string $text, \Closure $save) use ($findings, $tell): void {
            $now = $this->clock->time();
            $times = self::times($text, $now);
            [Finding::PROBLEM => $problems, Finding::WARNING => $warnings] = Finding::sorted($findings);
            $times = $problems === []
                ? $times + [self::CALM => $now]
                : array_diff_key($times, [self::CALM => true]);
            $due = array_filter($problems, static fn(Finding $problem): bool
                => $now - ($times[$problem->name] ?? 0) >= self::PAUSE);
            $isEnd = $problems === [] && self::isEnd($times, $now);
            // Where nothing can be noted, one run in six hours tells everything. Cron starts one every minute.
            if (($due !== [] || $isEnd) && ($save($text) || $now % self::PAUSE < 60)
                && $tell($isEnd ? [] : [...$due, ...$warnings])) {
                $times = array_fill_keys($isEnd ? [self::WELL] : array_column($due, 'name'), $now) + $times;
            }
            $after = self::text($times, $now);
            if ($after !== $text) {
                $save($after);
            }
        }, wait: false);
    }

    /**
     * Without asking whether somebody was told.
     * @param list<Finding> $findings
     * @return list<Finding> the problems to tell now, then the warnings
     */
    public function news(array $findings): array
    {
        $news = [];
        $this->tell($findings, static function (array $told) use (&$news): bool {
            $news = $told;

            return true;
        });

        return $news;
    }

    /** @return array<string, int> by name */
    private static function times(string $text, int $now): array
    {
        preg_match_all('/^(\d+) (.+)$/m', $text, $lines, \PREG_SET_ORDER);

        // A time in the future was noted before the clock was set back.
        return array_map(static fn(string $time): int => min((int) $time, $now), array_column($lines, 1, 2));
    }

    /** @param array<string, int> $times */
    private static function text(array $times, int $now): string
    {
        ksort($times);
        $lines = [];
        foreach ($times as $name => $time) {
            if ($now - $time < self::PAUSE || $time > ($times[self::WELL] ?? 0)) {
                $lines[] = "{$time} {$name}";
            }
        }

        return implode("\n", $lines);
    }

    /** @param array<string, int> $times */
    private static function isEnd(array $times, int $now): bool
    {
        $well = $times[self::WELL] ?? 0;
        $told = array_diff_key($times, [self::WELL => true, self::CALM => true]);

        return $told !== [] && max($told) > $well && $now - $well >= self::PAUSE
            && $now - ($times[self::CALM] ?? $now) >= self::CALM_SECONDS;
    }
}
