<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Database\Database;
use Enquiry\Queue\EnquiryQueue;
use Enquiry\Queue\Intake;
use Enquiry\Shared\Clock;
use Random\Randomizer;

final readonly class Outbox
{
    public Intake $intake;
    public EnquiryQueue $queue;

    public function __construct(Database $database, Clock $clock, int $surgePerHour = 0, bool $hasWebhook = false)
    {
        $this->intake = new Intake($database, $clock, new Randomizer(), $surgePerHour, $hasWebhook);
        $this->queue = new EnquiryQueue($database);
    }
}
