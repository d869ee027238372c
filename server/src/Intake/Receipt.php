<?php

declare(strict_types=1);

namespace Enquiry\Intake;

/** Proof that an enquiry is on disk, now or since an earlier request with the same key. */
final readonly class Receipt
{
    private function __construct(public string $reference, public bool $isNew) {}

    public static function new(string $reference): self
    {
        return new self($reference, true);
    }

    public static function known(string $reference): self
    {
        return new self($reference, false);
    }
}
