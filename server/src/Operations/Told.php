<?php

declare(strict_types=1);

namespace Enquiry\Operations;

use Enquiry\Database\DataFolder;
use Enquiry\Database\NoteFile;
use Enquiry\Shared\Clock;

/**
 * The record of one way of telling the operator: the alert, cron's output or contact_work.php. A problem is told at
 * once, and again after six hours, also if it went and came back meanwhile. The end of all problems is told once.
 */
final readonly class Told
{
    public const ALERT = 'alert';
    public const CRON = 'cron';
    public const ADDRESS = 'address';

    private const PAUSE = 21_600;

    /** How long nothing must be wrong before all is well: problems come and go. */
    private const CALM = 3_600;

    /** Noted beside the names of problems: the last end that was told, and until when a problem lasted since. */
    private const WELL = '= well';
    private const LASTED = '= lasted';

    /** Not in the database, because that may be what has failed. */
    private NoteFile $note;

    /** @param self::ALERT|self::CRON|self::ADDRESS $way */
    public function __construct(DataFolder $folder, string $way, private Clock $clock)
    {
        $this->note = new NoteFile($folder, "told-{$way}.note", $clock);
    }

    /**
     * @param list<Finding>                  $findings
     * @param ?\Closure(list<Finding>): bool $tell     gets what is returned, also if it is nothing because all is well
     *                                                 again. Returns whether somebody was told
     * @return list<Finding> the problems that were told now, then the warnings
     */
    public function tell(array $findings, ?\Closure $tell = null): array
    {
        $told = [];
        $this->note->change(function (string $text, \Closure $save) use ($findings, $tell, &$told): void {
            $now = $this->clock->time();
            $times = self::times($this->note->takeElsewhere() . "\n{$text}", $now);
            [Finding::PROBLEM => $problems, Finding::WARNING => $warnings] = Finding::sorted($findings);
            $due = array_filter($problems, static fn(Finding $problem): bool
                => $now - ($times[$problem->name] ?? 0) >= self::PAUSE);
            $isEnd = $problems === [] && isset($times[self::LASTED]) && $now - $times[self::LASTED] >= self::CALM
                && $now - ($times[self::WELL] ?? 0) >= self::PAUSE;
            $news = $due === [] ? [] : [...$due, ...$warnings];
            // Where nothing can be noted, the runs of one minute in six hours tell everything.
            $mayTell = ($due !== [] || $isEnd) && ($save($text) || $now % self::PAUSE < 60);
            if ($mayTell && ($tell === null || $tell($news))) {
                $told = $news;
                unset($times[self::LASTED]);
                $names = $isEnd ? [self::WELL] : [self::LASTED, ...array_column($due, 'name')];
                $times = array_fill_keys($names, $now) + $times;
            }
            if ($problems !== [] && isset($times[self::LASTED])) {
                $times[self::LASTED] = $now;
            }
            $after = self::text($times, $now);
            if ($after !== $text) {
                $save($after);
            }
        }, wait: false);

        return $told;
    }

    /** @return array<string, int> by name */
    private static function times(string $text, int $now): array
    {
        $times = [];
        preg_match_all('/^(\d+) (.*\S)/m', $text, $lines, \PREG_SET_ORDER);
        foreach ($lines as [, $time, $name]) {
            // A time in the future was noted before the clock was set back.
            $times[$name] = min(max((int) $time, $times[$name] ?? 0), $now);
        }

        return $times;
    }

    /** @param array<string, int> $times */
    private static function text(array $times, int $now): string
    {
        ksort($times);
        $lines = [];
        foreach ($times as $name => $time) {
            if ($now - $time < self::PAUSE || $name === self::LASTED) {
                $lines[] = "{$time} {$name}";
            }
        }

        return implode("\n", $lines);
    }
}
