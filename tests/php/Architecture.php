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
    /** A single class, beside the folders. */
    private const APPLICATION = 'Application';

    private const ROOMS = [
        'Shared' => [],
        'Database' => ['Shared'],
        'Log' => ['Shared', 'Database'],
        'Enquiry' => ['Shared'],
        'Mail' => ['Shared', 'Enquiry'],
        'Queue' => ['Shared', 'Database', 'Log', 'Enquiry', 'Mail'],
        'Webhook' => ['Shared', 'Database', 'Enquiry', 'Queue', 'Mail'],
        'Http' => ['Shared', 'Database', 'Enquiry', 'Queue'],
        'Configuration' => ['Shared', 'Database', 'Enquiry', 'Queue', 'Mail', 'Webhook', 'Http'],
        'Doctor' => ['Shared', 'Database', 'Enquiry', 'Queue', 'Mail', 'Webhook', 'Http', 'Configuration', 'Log'],
        self::APPLICATION => ['Shared', 'Database', 'Enquiry', 'Queue', 'Mail', 'Webhook', 'Http', 'Configuration', 'Log', 'Doctor'],
        'Console' => ['Shared', 'Database', 'Enquiry', 'Queue', 'Mail', 'Http', 'Configuration', 'Log', 'Doctor', self::APPLICATION],
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
        return $name === self::APPLICATION
            ? Selector::classname("Enquiry\\{$name}")
            : Selector::inNamespace("Enquiry\\{$name}");
    }
}
