<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

use Enquiry\Database\Row;

/** A delivery that only this process may try until the lease runs out. */
final readonly class Claim
{
    public int $id;
    public string $target;

    /** Earlier attempts that were refused. */
    public int $attempts;

    /** Earlier attempts that may have arrived. One of them if a lease ran out: its process ended. */
    public int $unanswered;

    /** When an operator asked to send it again; null for one who never had it. */
    public ?int $resentAt;

    /** @param Row $row of the table delivery, before the claim */
    public function __construct(
        Row $row,
        public StoredEnquiry $enquiry,
        public string $lease,
    ) {
        $this->id = $row->number('id');
        $this->target = $row->text('target');
        $this->attempts = $row->number('attempts');
        $this->unanswered = $row->number('unanswered') + (int) ($row->textOrNull('lease') !== null);
        $this->resentAt = $row->numberOrNull('resent_at');
    }
}
