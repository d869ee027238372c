<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Database\Database;
use Enquiry\Queue\EnquiryQueue;
use Enquiry\Queue\Intake;
use Enquiry\Queue\Throttle;
use Psr\Clock\ClockInterface;
use Random\Randomizer;

final readonly class Outbox
{
    public Intake $intake;
    public EnquiryQueue $queue;

    /** @param positive-int $limit */
    public function __construct(Database $database, ClockInterface $clock, int $limit = 1000, int $maxWaiting = 1000, int $perMinute = 0, int $surgePerHour = 0, bool $hasWebhook = false)
    {
        $rateLimit = new Throttle($limit, 600);
        $this->intake = new Intake($database, $rateLimit, $maxWaiting, $clock, new Randomizer(), $surgePerHour, $hasWebhook);
        $this->queue = new EnquiryQueue($database, $rateLimit, $perMinute === 0 ? null : new Throttle($perMinute, 60));
    }
}
