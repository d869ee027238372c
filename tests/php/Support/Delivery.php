<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Database\Row;

/** A row of the table delivery. */
final readonly class Delivery
{
    public string $target;
    public string $state;
    public int $dueAt;
    public int $attempts;
    public int $unanswered;
    public string $error;

    public function __construct(Row $row)
    {
        $this->target = $row->text('target');
        $this->state = $row->text('state');
        $this->dueAt = $row->number('due_at');
        $this->attempts = $row->number('attempts');
        $this->unanswered = $row->number('unanswered');
        $this->error = $row->textOrNull('error') ?? '';
    }
}
