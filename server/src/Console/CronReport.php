<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Database\DataFolder;
use Enquiry\Operations\Finding;
use Enquiry\Operations\Told;
use Enquiry\Shared\Clock;

/** What `work` prints. Cron emails it. It needs no extension of PHP. */
final readonly class CronReport
{
    public function __construct(private DataFolder $folder, private Clock $clock) {}

    /**
     * @param list<Finding> $findings
     * @return list<string> the lines to print now; most runs print none
     */
    public function news(array $findings): array
    {
        $lines = [];
        (new Told($this->folder, Told::CRON, $this->clock))->tell($findings, function (array $news) use (&$lines): bool {
            $lines = $this->lines($news);

            return true;
        });

        return $lines;
    }

    /**
     * @param list<Finding> $findings
     * @return list<string>
     */
    public function lines(array $findings): array
    {
        return $findings === [] ? [] : [
            'The website needs your attention:',
            ...array_map(static fn(Finding $finding): string => "- {$finding}", $findings),
            'While this lasts, each run exits with 1, and one in six hours prints this.',
        ];
    }
}
