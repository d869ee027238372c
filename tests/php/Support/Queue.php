<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Application;
use Enquiry\Configuration\Configuration;
use Enquiry\Database\Database;
use Enquiry\Database\Row;
use Enquiry\Enquiry\Enquiry;
use Enquiry\Enquiry\Reference;
use Enquiry\Queue\Claim;
use Enquiry\Queue\DeliveryQueue;
use Enquiry\Queue\EnquiryRepository;
use Enquiry\Queue\StoredEnquiry;
use Random\Randomizer;

final class Queue
{
    public readonly Configuration $configuration;
    public readonly Database $database;
    public int $now;

    /** @param array<string, string> $environment */
    public function __construct(public readonly array $environment, string $time = Desk::TIME)
    {
        $this->configuration = Configuration::fromArray($environment);
        $this->database = $this->configuration->database();
        $this->now = (new \DateTimeImmutable($time))->getTimestamp();
    }

    /**
     * @param array<string, string> $fields override the contract's sample message
     * @param ?string               $key    Idempotency-Key
     */
    public function add(array $fields = [], ?string $key = null): Reference
    {
        $enquiry = new Enquiry(Reference::random(new Randomizer()), $this->clock()->time(), Contract::accepted($fields));
        (new Outbox($this->database, $this->clock()))->intake->add($enquiry, $key);

        return $enquiry->reference;
    }

    /** @return int how many mails a worker sent now */
    public function work(): int
    {
        return $this->application()->worker()->run(50)[0];
    }

    public function run(): void
    {
        $this->application()->deliverAfterAnswer();
    }

    public function record(Reference $reference): StoredEnquiry
    {
        $record = (new EnquiryRepository($this->database))->find($reference);
        \assert($record !== null);

        return $record;
    }

    /** @param string $target empty for the first one */
    public function delivery(Reference $reference, string $target = ''): Delivery
    {
        $rows = $this->database->rows(
            "SELECT * FROM delivery WHERE reference = ? AND (target = ? OR ? = '') ORDER BY id LIMIT 1",
            [(string) $reference, $target, $target],
        );

        return new Delivery($rows[0] ?? throw new \LogicException('Nobody has tried to deliver it.'));
    }

    public function outbox(): DeliveryQueue
    {
        return (new Outbox($this->database, $this->clock()))->queue;
    }

    /** @return list<array<string, int|string|null>> */
    public function rows(string $sql): array
    {
        return array_map(static fn(Row $row): array => $row->values, $this->database->rows($sql));
    }

    public function claim(): Claim
    {
        return $this->outbox()->claim(60, $this->now) ?? throw new \LogicException('Nothing is due.');
    }

    public function clock(?\Closure $onPause = null, ?\Closure $onLook = null): FakeClock
    {
        return new FakeClock($this, $onPause, $onLook);
    }

    public function application(?\Closure $onPause = null, ?\Closure $onLook = null): Application
    {
        return new Application($this->configuration, $this->clock($onPause, $onLook));
    }
}
