<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Enquiry\Reference;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;
use Random\Engine\Xoshiro256StarStar;
use Random\Randomizer;

final class ReferenceTest extends TestCase
{
    public function test_a_reference_is_two_groups_of_five_without_letters_that_look_like_digits(): void
    {
        $randomizer = new Randomizer(new Xoshiro256StarStar(1));
        $seen = [];
        for ($i = 0; $i < 500; ++$i) {
            $seen[] = (string) Reference::random($randomizer);
        }

        self::assertSame([], preg_grep('/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/D', $seen, \PREG_GREP_INVERT));
        self::assertCount(500, array_unique($seen));
        self::assertCount(32 + 1, array_unique(str_split(implode('', $seen))), 'every character of the alphabet turns up');
    }

    #[TestWith(['7k3qm0xw4t'])]
    #[TestWith([' 7K3QM oXW4T '])]
    #[TestWith(['7K3QM-OXW4T'])]
    public function test_a_reference_is_recognised_however_it_is_typed(string $typed): void
    {
        self::assertSame('7K3QM-0XW4T', (string) Reference::parse($typed));
    }

    #[TestWith(['iIlL1-oO0oO'])]
    #[TestWith(['1l1I1 0 0 0 O 0'])]
    public function test_letters_that_look_like_digits_are_read_as_these(string $typed): void
    {
        self::assertSame('11111-00000', (string) Reference::parse($typed));
    }

    #[TestWith(['7K3QM-0XW4'])]
    #[TestWith(['7K3QM-0XW4U'])]
    public function test_an_invalid_reference_is_rejected(string $typed): void
    {
        $this->expectException(\InvalidArgumentException::class);
        Reference::parse($typed);
    }
}
