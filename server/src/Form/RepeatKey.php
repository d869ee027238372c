<?php

declare(strict_types=1);

namespace Enquiry\Form;

/**
 * What stands for an Idempotency-Key where no script makes one: the same message from the same address
 * within one hour of the clock is one enquiry, because a button was pressed twice, or the visitor went
 * back and did not trust what they saw. Later it is a reminder, and one that never arrived would be
 * worse than a mail too many; which is all that comes of a second press just after the full hour.
 */
final class RepeatKey
{
    /** No client comes upon it by accident. */
    private const PREFIX = 'form:';

    /** @param array<string, string> $normalised */
    public static function of(array $normalised, ?string $addressHash, \DateTimeImmutable $now): string
    {
        $same = json_encode([$normalised, $addressHash, intdiv($now->getTimestamp(), 3600)], \JSON_THROW_ON_ERROR);

        return self::PREFIX . hash('sha256', $same);
    }
}
