<?php

declare(strict_types=1);

namespace Enquiry\Queue;

/** Proof that an enquiry is stored on disk, now or by an earlier request with the same key. */
final readonly class Receipt
{
    public function __construct(public string $reference, public bool $isNew) {}
}
