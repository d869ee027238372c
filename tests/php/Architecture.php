<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use PHPat\Selector\Selector;
use PHPat\Selector\SelectorInterface;
use PHPat\Test\Attributes\TestRule;
use PHPat\Test\Builder\Rule;
use PHPat\Test\PHPat;

/** Which folder of server/src may use which (docs/code.md). PHPStan runs this (`composer run check`). */
final class Architecture
{
    /** Single classes, beside the folders: the wiring, and the routes. */
    private const PARTS = 'Parts';
    private const APPLICATION = 'Application';

    private const ROOMS = [
        'Shared' => [],
        'Database' => ['Shared'],
        'Log' => ['Shared', 'Database'],
        'Enquiry' => ['Shared'],
        'Mail' => ['Shared', 'Database', 'Enquiry'],
        'Delivery' => ['Shared', 'Database', 'Enquiry', 'Mail'],
        'Operations' => ['Shared', 'Database', 'Log', 'Mail', 'Enquiry', 'Delivery'],
        'Http' => ['Shared', 'Database', 'Enquiry', 'Delivery', 'Operations'],
        'Configuration' => ['Shared', 'Database', 'Enquiry', 'Mail', 'Delivery', 'Http'],
        'Doctor' => ['Shared', 'Database', 'Enquiry', 'Mail', 'Delivery', 'Operations', 'Http', 'Configuration'],
        self::PARTS => ['Shared', 'Database', 'Log', 'Enquiry', 'Mail', 'Delivery', 'Operations', 'Http', 'Configuration'],
        self::APPLICATION => ['Shared', 'Database', 'Delivery', 'Operations', 'Http', 'Configuration', 'Doctor', self::PARTS],
        'Console' => ['Shared', 'Database', 'Enquiry', 'Mail', 'Delivery', 'Operations', 'Http', 'Configuration', 'Doctor', self::PARTS, self::APPLICATION],
    ];

    /** @return iterable<string, Rule> */
    #[TestRule]
    public function rooms_know_only_those_before_them(): iterable
    {
        foreach (self::ROOMS as $room => $known) {
            $others = array_diff(array_keys(self::ROOMS), [$room], $known);
            yield $room => PHPat::rule()
                ->classes(self::room($room))
                ->shouldNot()->dependOn()
                ->classes(...array_map(self::room(...), array_values($others)))
                ->because("{$room} comes before them: let them hand it what it needs");
        }
    }

    private static function room(string $name): SelectorInterface
    {
        return \in_array($name, [self::PARTS, self::APPLICATION], true)
            ? Selector::classname("Enquiry\\{$name}")
            : Selector::inNamespace("Enquiry\\{$name}");
    }
}
