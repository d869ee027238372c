<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Database\Database;
use Enquiry\Queue\EnquiryQueue;
use Enquiry\Queue\Intake;
use Enquiry\Queue\IntakeSettings;
use Enquiry\Shared\Clock;
use Random\Randomizer;

final readonly class Outbox
{
    public Intake $intake;
    public EnquiryQueue $queue;

    /** @param positive-int $limit */
    public function __construct(Database $database, Clock $clock, int $limit = 1000, int $surgePerHour = 0, bool $hasWebhook = false)
    {
        $this->intake = new Intake($database, new IntakeSettings($limit, $surgePerHour, $hasWebhook), $clock, new Randomizer());
        $this->queue = new EnquiryQueue($database);
    }
}
