<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use PHPat\Selector\Selector;
use PHPat\Test\Attributes\TestRule;
use PHPat\Test\Builder\Rule;
use PHPat\Test\PHPat;

/**
 * Which room of server/src may know which: arrows go one way, so that a change in one is felt in those after
 * it only. PHPStan runs this (`composer run check`).
 */
final class Architecture
{
    /** Each room, and the rooms before it that it may know. */
    private const ROOMS = [
        'Rules' => [],
        'Domain' => ['Rules'],
        'Storage' => [],
        'Log' => ['Storage'],
        'Outbox' => ['Domain', 'Rules', 'Storage'],
        'Database' => ['Domain', 'Rules', 'Storage', 'Outbox'],
        'Mail' => ['Domain', 'Rules', 'Outbox'],
        'Http' => ['Domain', 'Rules', 'Storage', 'Outbox'],
        'Configuration' => ['Domain', 'Rules', 'Storage', 'Outbox', 'Database', 'Mail', 'Http', 'Log'],
        'Doctor' => ['Domain', 'Rules', 'Storage', 'Outbox', 'Database', 'Mail', 'Http', 'Log', 'Configuration'],
        'Console' => ['Domain', 'Rules', 'Storage', 'Outbox', 'Database', 'Mail', 'Http', 'Log', 'Configuration', 'Doctor'],
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
