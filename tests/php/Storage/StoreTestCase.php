<?php

declare(strict_types=1);

namespace Enquiry\Tests\Storage;

use Enquiry\Database\Database;
use Enquiry\Database\Meta;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Enquiry\Enquiry;
use Enquiry\Enquiry\Message;
use Enquiry\Enquiry\Reference;
use Enquiry\Queue\Attempt;
use Enquiry\Queue\Claim;
use Enquiry\Queue\EnquiryRepository;
use Enquiry\Queue\QueueNumbers;
use Enquiry\Queue\Refused;
use Enquiry\Queue\StoredEnquiry;
use Enquiry\Tests\Support\Children;
use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\FixedClock;
use Enquiry\Tests\Support\Outbox;
use PHPUnit\Framework\TestCase;
use Random\Randomizer;

abstract class StoreTestCase extends TestCase
{
    protected const NOW = 1_772_836_927;

    protected Database $database;

    abstract protected function open(): Database;

    abstract protected function clear(): void;

    abstract protected function dropTables(): void;

    protected function setUp(): void
    {
        $this->clear();
        $this->database = $this->open();
    }

    public function test_32_first_requests_at_once_make_the_tables_once(): void
    {
        $this->dropTables();
        $answers = Children::run(32, fn(): \Closure => fn(): string => $this->outbox($this->open())->intake->add(self::enquiry())->reference);

        self::assertCount(32, array_unique($answers));
        self::assertSame(32, $this->waiting());
    }

    public function test_a_database_of_a_later_release_is_used_and_one_of_an_earlier_release_is_refused(): void
    {
        $this->database->prepare();
        $migration = Meta::all($this->database)['migration'] ?? 0;
        Meta::set($this->database, 'migration', $migration + 1);
        self::assertNotSame('', $this->outbox($this->open())->intake->add(self::enquiry())->reference);
        Meta::set($this->database, 'migration', $migration - 1);
        try {
            $this->open()->prepare();
            self::fail('It was used.');
        } catch (StoreUnavailable $unavailable) {
            self::assertStringContainsString('by a version before 2.0.0, which this release cannot read', $unavailable->getMessage());
        } finally {
            $this->dropTables();
        }
    }

    public function test_the_longest_message_can_be_stored(): void
    {
        $enquiry = self::enquiry(['message' => str_repeat("\u{1}", 10_000), 'subject' => str_repeat('💩', 200)]);
        $this->outbox()->intake->add($enquiry);

        self::assertEquals($enquiry->message, $this->claim()->enquiry->decode(Contract::forms())->message);
    }

    public function test_of_32_simultaneous_requests_with_one_key_one_is_stored_and_all_get_its_reference(): void
    {
        $references = Children::run(32, function (): \Closure {
            $outbox = $this->outbox($this->connected());

            return static fn(): string => $outbox->intake->add(self::enquiry(), 'same', 'address')->reference;
        });

        self::assertCount(1, array_unique($references), implode("\n", array_unique($references)));
        self::assertMatchesRegularExpression('/^[0-9A-Z]{5}-[0-9A-Z]{5}$/D', $references[0]);
        self::assertSame(1, $this->waiting());
        $this->expectExceptionObject(new Refused(Refused::KEY_REUSED));
        $this->outbox()->intake->add(self::enquiry(['message' => 'Another message']), 'same');
    }

    public function test_of_32_simultaneous_requests_from_one_address_exactly_the_limit_is_accepted(): void
    {
        $answers = Children::run(32, function (): \Closure {
            $outbox = $this->outbox($this->connected());

            return static function () use ($outbox): string {
                try {
                    $outbox->intake->add(self::enquiry(), null, 'address');

                    return 'taken';
                } catch (Refused $exceeded) {
                    return "refused for {$exceeded->secondsLeft} seconds";
                }
            };
        });

        self::assertEquals(['taken' => 5, 'refused for 600 seconds' => 27], array_count_values($answers));
        self::assertSame(5, $this->waiting());
    }

    public function test_a_new_window_accepts_the_address_again(): void
    {
        $outbox = new Outbox($this->database, new FixedClock('@' . self::NOW), rateLimit: 1);
        $outbox->intake->add(self::enquiry(), null, 'address');
        $outbox->intake->add(self::enquiry(), null, 'another');
        try {
            $outbox->intake->add(self::enquiry(at: self::NOW + 599), null, 'address');
            self::fail('The second was taken.');
        } catch (Refused $exceeded) {
            self::assertSame(1, $exceeded->secondsLeft);
        }

        self::assertNotSame('', $outbox->intake->add(self::enquiry(at: self::NOW + 600), null, 'address')->reference);
    }

    public function test_two_workers_at_once_claim_different_enquiries(): void
    {
        for ($i = 0; $i < 24; ++$i) {
            $this->outbox()->intake->add(self::enquiry());
        }
        $claimed = Children::run(8, function (): \Closure {
            $outbox = $this->outbox($this->connected());

            return static fn(): string => implode(' ', array_map(
                static fn(): string => $outbox->queue->claim(60, self::NOW)->enquiry->reference ?? 'none',
                [0, 1, 2],
            ));
        });

        // While one worker adds the rows, another one may find none in MySQL: it looks again later.
        $references = array_diff(explode(' ', implode(' ', $claimed)), ['none']);
        while (($claim = $this->outbox()->queue->claim(60, self::NOW)) !== null) {
            $references[] = $claim->enquiry->reference;
        }
        self::assertCount(24, $references);
        self::assertCount(24, array_unique($references), implode(', ', $claimed));
    }

    public function test_due_enquiries_are_claimed_oldest_first(): void
    {
        $queue = $this->outbox()->queue;
        $this->outbox()->intake->add($late = self::enquiry(at: self::NOW + 10));
        $this->outbox()->intake->add($early = self::enquiry());

        self::assertTrue($queue->isAnyDue(self::NOW));
        self::assertSame((string) $early->reference, $queue->claim(60, self::NOW + 10)->enquiry->reference ?? '');
        self::assertSame((string) $late->reference, $queue->claim(60, self::NOW + 10)->enquiry->reference ?? '');
        self::assertNull($queue->claim(60, self::NOW + 10));
        self::assertSame([false, true], array_map($queue->isAnyDue(...), [self::NOW + 69, self::NOW + 70]));
    }

    public function test_an_expired_lease_passes_on_and_its_late_holder_changes_nothing(): void
    {
        $queue = $this->outbox()->queue;
        $this->outbox()->intake->add($enquiry = self::enquiry());
        $late = $this->claim();
        self::assertNull($queue->claim(60, self::NOW + 59));
        $second = $queue->claim(60, self::NOW + 60) ?? self::fail('The lease did not end.');

        self::assertSame([$late->id, 1], [$second->id, $second->unanswered]);
        foreach ([Attempt::delivered(), Attempt::refused('late'), Attempt::givenUp('late')] as $attempt) {
            self::assertFalse($queue->settle($late, $attempt, self::NOW + 61, self::NOW + 61));
        }
        self::assertTrue($queue->settle($second, Attempt::delivered(), null, self::NOW + 62));
        self::assertFalse($queue->settle($second, Attempt::delivered(), null, self::NOW + 63));
        self::assertFalse($queue->isAnyDue(self::NOW + 86_400));
        self::assertSame(['sent', self::NOW + 62], [$this->find($enquiry)->state, $this->find($enquiry)->deliveredAt()]);
    }

    public function test_a_resent_enquiry_counts_as_waiting_since_the_resend(): void
    {
        $repository = new EnquiryRepository($this->database);
        $oldest = fn(): ?int => QueueNumbers::of($this->database, self::NOW + 105)->oldestSeconds;
        $this->outbox()->intake->add($again = self::enquiry());
        $this->settle(Attempt::delivered());
        self::assertNull($oldest());
        $repository->resend($this->find($again), ['sales@kokerboom.example'], self::NOW + 100);
        self::assertSame(5, $oldest());
        foreach ([103 => 5, 99 => 6] as $after => $expected) {
            $this->outbox()->intake->add(self::enquiry(at: self::NOW + $after));
            self::assertSame($expected, $oldest());
        }
    }

    /** Connects before the children start, so that they write at the same moment. */
    protected function connected(): Database
    {
        $database = $this->open();
        $database->prepare();

        return $database;
    }

    protected function outbox(?Database $database = null): Outbox
    {
        return new Outbox($database ?? $this->database, new FixedClock('@' . self::NOW));
    }

    protected function claim(int $now = self::NOW): Claim
    {
        return $this->outbox()->queue->claim(60, $now) ?? self::fail('Nothing is due.');
    }

    /** Delivers, or gives up, the next enquiry. */
    private function settle(Attempt $attempt, int $now = self::NOW, int $claimedAt = self::NOW): void
    {
        self::assertTrue($this->outbox()->queue->settle($this->claim($claimedAt), $attempt, null, $now));
    }

    protected function waiting(): int
    {
        return QueueNumbers::of($this->open(), self::NOW)->waiting;
    }

    protected function find(Enquiry $enquiry): StoredEnquiry
    {
        return (new EnquiryRepository($this->database))->find($enquiry->reference) ?? self::fail('It is gone.');
    }

    /**
     * @param array<string, string> $fields
     * @param list<string>          $flags
     */
    protected static function enquiry(array $fields = [], int $at = self::NOW, array $flags = []): Enquiry
    {
        return new Enquiry(
            Reference::random(new Randomizer()),
            $at,
            Message::from($fields + Contract::answers()['message'], Contract::form()),
            $flags,
        );
    }
}
