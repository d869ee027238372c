<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Database\Database;
use Enquiry\Queue\DeliveryQueue;
use Enquiry\Queue\Intake;
use Enquiry\Shared\Clock;
use Random\Randomizer;

final readonly class Outbox
{
    public Intake $intake;
    public DeliveryQueue $queue;

    public function __construct(Database $database, Clock $clock, int $rateLimit = 5)
    {
        $this->intake = new Intake($database, $clock, new Randomizer(), $rateLimit);
        $this->queue = new DeliveryQueue($database, static fn(): array => ['sales@kokerboom.example']);
    }
}
