<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Database\Database;
use Enquiry\Delivery\Attempt;
use Enquiry\Delivery\Claim;
use Enquiry\Delivery\DeliveryQueue;
use Enquiry\Delivery\Intake;
use Enquiry\Delivery\Recipients;
use Enquiry\Delivery\Refused;
use Enquiry\Enquiry\Enquiry;
use Enquiry\Shared\Clock;
use Random\Randomizer;

/** The steps of the processes that accept and deliver, one by one. No other code of the tests names their classes. */
final readonly class Outbox
{
    /** How long a process may deliver, in seconds. */
    private const LEASE = 60;

    private Intake $intake;
    private DeliveryQueue $queue;

    /** @param list<string> $recipients */
    public function __construct(
        Database $database,
        private Clock $clock,
        int $rateLimit = 5,
        array $recipients = ['sales@kokerboom.example'],
    ) {
        $this->intake = new Intake($database, $clock, new Randomizer(), $rateLimit);
        $this->queue = new DeliveryQueue($database, static fn(): Recipients => new Recipients($recipients));
    }

    /** @return string its reference, or why it was refused */
    public function add(Enquiry $enquiry, ?string $key = null, ?string $client = null): string
    {
        try {
            return $this->intake->add($enquiry, $key, $client)->reference;
        } catch (Refused $refusal) {
            return rtrim("{$refusal->errorCode} {$refusal->secondsLeft}");
        }
    }

    public function isAnyDue(int $now): bool
    {
        return $this->queue->isAnyDue($now);
    }

    public function claim(?int $now = null): ?Claim
    {
        $claim = $this->queue->claim(self::LEASE, $now ?? $this->clock->time());

        return $claim instanceof Claim ? $claim : null;
    }

    /** @return bool whether it counts */
    public function delivered(Claim $claim, ?int $now = null): bool
    {
        return $this->queue->settle($claim, Attempt::delivered(), null, $now ?? $this->clock->time());
    }

    /** @return bool whether it counts */
    public function refused(Claim $claim, string $error, int $seconds = 60): bool
    {
        $now = $this->clock->time();

        return $this->queue->settle($claim, Attempt::refused($error), $now + $seconds, $now);
    }

    /** @return bool whether it counts */
    public function givenUp(Claim $claim, string $error): bool
    {
        return $this->queue->settle($claim, Attempt::givenUp($error), null, $this->clock->time());
    }
}
