<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use PHPat\Selector\Selector;
use PHPat\Test\Attributes\TestRule;
use PHPat\Test\Builder\Rule;
use PHPat\Test\PHPat;

/** Which folder of server/src may use which (README.md). PHPStan runs this (`composer run check`). */
final class Architecture
{
    private const ROOMS = [
        'Shared' => [],
        'Database' => ['Shared'],
        'Log' => ['Shared', 'Database'],
        'Enquiry' => ['Shared'],
        'Queue' => ['Shared', 'Database', 'Enquiry'],
        'Mail' => ['Shared', 'Enquiry', 'Queue'],
        'Webhook' => ['Shared', 'Database', 'Enquiry', 'Queue', 'Mail'],
        'Http' => ['Shared', 'Database', 'Enquiry', 'Queue'],
        'Configuration' => ['Shared', 'Database', 'Enquiry', 'Queue', 'Mail', 'Webhook', 'Http'],
        'Doctor' => ['Shared', 'Database', 'Enquiry', 'Queue', 'Mail', 'Webhook', 'Http', 'Configuration', 'Log'],
        'Console' => ['Shared', 'Database', 'Enquiry', 'Queue', 'Mail', 'Http', 'Configuration', 'Log', 'Doctor'],
    ];

    /** @return iterable<string, Rule> */
    #[TestRule]
    public function rooms_know_only_those_before_them(): iterable
    {
        foreach (self::ROOMS as $room => $known) {
            $others = array_diff(array_keys(self::ROOMS), [$room], $known);
            yield $room => PHPat::rule()
                ->classes(Selector::inNamespace("Enquiry\\{$room}"))
                ->shouldNot()->dependOn()
                ->classes(
                    Selector::classname('Enquiry\Application'),
                    ...array_map(static fn(string $other) => Selector::inNamespace("Enquiry\\{$other}"), array_values($others)),
                )
                ->because("{$room} comes before them: let them hand it what it needs");
        }
    }
}
