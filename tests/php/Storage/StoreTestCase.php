<?php

declare(strict_types=1);

namespace Enquiry\Tests\Storage;

use Enquiry\Database\Connection;
use Enquiry\Database\Database;
use Enquiry\Database\DataFolder;
use Enquiry\Enquiry\Enquiry;
use Enquiry\Enquiry\Message;
use Enquiry\Enquiry\Reference;
use Enquiry\Queue\Chores;
use Enquiry\Queue\Claim;
use Enquiry\Queue\EnquiryRepository;
use Enquiry\Queue\PrivacyNotice;
use Enquiry\Queue\QueueStatus;
use Enquiry\Queue\Refused;
use Enquiry\Queue\Result;
use Enquiry\Queue\StoredEnquiry;
use Enquiry\Tests\Support\Children;
use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\DataFolders;
use Enquiry\Tests\Support\FixedClock;
use Enquiry\Tests\Support\Outbox;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;
use Psr\Log\NullLogger;
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
        $answers = Children::run(32, fn(): \Closure => fn(): string => $this->outbox($this->open())->intake->add(self::enquiry()));

        self::assertCount(32, array_unique($answers));
        self::assertSame(32, $this->waiting());
    }

    public function test_the_longest_message_can_be_stored(): void
    {
        $enquiry = self::enquiry(['message' => str_repeat("\u{1}", 10_000), 'subject' => str_repeat('💩', 200)]);
        $this->outbox()->intake->add($enquiry);

        self::assertEquals($enquiry->message, $this->claim()->enquiries(Contract::forms())[0]->message);
    }

    public function test_of_32_different_messages_with_one_key_one_is_stored_and_the_others_are_rejected(): void
    {
        $answers = Children::run(32, function (int $child): \Closure {
            $outbox = $this->outbox($this->connected());
            $enquiry = self::enquiry(['message' => "Message {$child}"]);

            return static fn(): string => $outbox->intake->add($enquiry, 'Key', ['Address' => 1]);
        });
        $refused = array_filter($answers, static fn(string $said): bool => str_starts_with($said, Refused::class));

        self::assertCount(31, $refused);
        self::assertSame(1, $this->waiting());
    }

    #[TestWith(['enquiry'])]
    #[TestWith(['enquiry_rate'])]
    public function test_tables_of_an_interrupted_setup_are_completed(string $missing): void
    {
        $this->dropTables();
        $this->open()->prepare();
        $this->open()->write(static function (Connection $connection) use ($missing): void {
            $connection->command("DROP TABLE {$missing}");
            // Its number of the migration is written last.
            $connection->command('DELETE FROM enquiry_meta');
        });
        $this->open()->prepare();
        $outbox = $this->outbox($this->open());
        $outbox->intake->add($enquiry = self::enquiry(), 'Key', ['address' => 5]);

        self::assertSame((string) $enquiry->reference, $outbox->intake->add(self::enquiry(), 'Key'));
        $this->expectException(Refused::class);
        $outbox->intake->add($enquiry);
    }

    public function test_of_32_simultaneous_requests_with_one_key_one_is_stored_and_all_get_its_reference(): void
    {
        $references = Children::run(32, function (): \Closure {
            $outbox = $this->outbox($this->connected());

            return static fn(): string => $outbox->intake->add(self::enquiry(), 'same', ['address' => 5]);
        });

        self::assertCount(1, array_unique($references), implode("\n", array_unique($references)));
        self::assertMatchesRegularExpression('/^[0-9A-Z]{5}-[0-9A-Z]{5}$/D', $references[0]);
        self::assertSame(1, $this->waiting());
    }

    public function test_of_32_simultaneous_requests_from_one_address_exactly_the_limit_is_accepted(): void
    {
        $answers = Children::run(32, function (): \Closure {
            $outbox = $this->outbox($this->connected());

            return static function () use ($outbox): string {
                try {
                    $outbox->intake->add(self::enquiry(), null, ['address' => 5]);

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
        $outbox = $this->outbox();
        $outbox->intake->add(self::enquiry(), null, ['address' => 1]);
        $outbox->intake->add(self::enquiry(), null, ['another' => 1]);
        try {
            $outbox->intake->add(self::enquiry(at: self::NOW + 599), null, ['address' => 1]);
            self::fail('The second was taken.');
        } catch (Refused $exceeded) {
            self::assertSame(1, $exceeded->secondsLeft);
        }

        self::assertNotSame('', $outbox->intake->add(self::enquiry(at: self::NOW + 600), null, ['address' => 1]));
    }

    public function test_two_workers_at_once_claim_different_enquiries(): void
    {
        for ($i = 0; $i < 24; ++$i) {
            $this->outbox()->intake->add(self::enquiry());
        }
        $claimed = Children::run(8, function (int $child): \Closure {
            $outbox = $this->outbox($this->connected());

            return static fn(): string => implode(' ', array_map(
                static fn(int $i): int|string => $outbox->queue->claim(self::NOW, 60, "{$child}-{$i}")?->ids()[0] ?? 'none',
                [0, 1, 2],
            ));
        });

        $ids = explode(' ', implode(' ', $claimed));
        self::assertCount(24, array_unique($ids), implode(', ', $claimed));
        self::assertNotContains('none', $ids);
    }

    public function test_due_enquiries_are_claimed_oldest_first(): void
    {
        $outbox = $this->outbox();
        $outbox->intake->add($late = self::enquiry(at: self::NOW + 10));
        $outbox->intake->add($early = self::enquiry());

        self::assertNull($outbox->queue->claim(self::NOW - 1, 60, 'lease'));
        self::assertTrue($outbox->queue->isAnyDue(self::NOW));
        self::assertSame((string) $early->reference, $outbox->queue->claim(self::NOW + 10, 60, 'lease')?->references()[0]);
        self::assertSame((string) $late->reference, $outbox->queue->claim(self::NOW + 10, 60, 'lease')->references()[0]);
        self::assertNull($outbox->queue->claim(self::NOW + 10, 60, 'lease'));
        self::assertSame([false, true], array_map($outbox->queue->isAnyDue(...), [self::NOW + 69, self::NOW + 70]));
    }

    public function test_an_expired_lease_passes_on_and_its_late_holder_changes_nothing(): void
    {
        $outbox = $this->outbox();
        $outbox->intake->add(self::enquiry());
        $late = $this->claim('late');
        self::assertNull($outbox->queue->claim(self::NOW + 59, 60, 'early'));
        $second = $outbox->queue->claim(self::NOW + 60, 60, 'second');

        self::assertSame($late->ids(), $second?->ids());
        self::assertSame(2, $second->attempts);
        self::assertFalse($outbox->queue->settle(Result::sent($late, self::NOW + 61)));
        self::assertFalse($outbox->queue->settle(Result::refused($late, self::NOW + 61, 'late')));
        self::assertFalse($outbox->queue->settle(Result::failed($late, 'late')));
        self::assertTrue($outbox->queue->settle(Result::sent($second, self::NOW + 62)));
        self::assertFalse($outbox->queue->settle(Result::sent($second, self::NOW + 63)));
        self::assertFalse($outbox->queue->isAnyDue(self::NOW + 86_400));
    }

    public function test_a_postponed_enquiry_is_due_at_its_time_and_keeps_its_reason(): void
    {
        $outbox = $this->outbox();
        $outbox->intake->add($enquiry = self::enquiry());
        $outbox->queue->settle(Result::refused($this->claim(), self::NOW + 60, str_repeat('é', 1200) . "\xC3"));

        self::assertSame([false, true], array_map($outbox->queue->isAnyDue(...), [self::NOW + 59, self::NOW + 60]));
        self::assertSame(str_repeat('é', 1200) . '?', $this->find($enquiry)->lastError, 'as valid UTF-8');
        self::assertSame(2, $outbox->queue->claim(self::NOW + 60, 60, 'lease')?->attempts);
    }

    public function test_an_enquiry_that_was_sent_meanwhile_is_not_dismissed(): void
    {
        $outbox = $this->outbox();
        $outbox->intake->add($sent = self::enquiry());
        $outbox->queue->settle(Result::sent($this->claim(), self::NOW));
        $outbox->intake->add($waiting = self::enquiry());

        self::assertSame(1, (new EnquiryRepository($this->database))->dismissEach([(string) $sent->reference, (string) $waiting->reference], self::NOW));
        self::assertSame(['sent', 'closed'], [$this->find($sent)->state, $this->find($waiting)->state]);
    }

    public function test_the_status_counts_enquiries_by_state(): void
    {
        self::assertSame([0, 0, null, 0, 0, null], array_values(QueueStatus::of($this->database, self::NOW)->toArray()));

        $outbox = $this->outbox();
        foreach ([0, 10, 20, 30] as $after) {
            $outbox->intake->add(self::enquiry(at: self::NOW + $after));
        }
        $outbox->queue->settle(Result::sent($this->claim(), self::NOW + 40));
        $outbox->queue->settle(Result::failed($outbox->queue->claim(self::NOW + 10, 60, 'lease') ?? self::fail(), 'no'));
        $outbox->queue->beat(self::NOW);
        $outbox->queue->beat(self::NOW + 5);

        $status = QueueStatus::of($this->database, self::NOW + 25);
        self::assertSame(
            ['waiting' => 2, 'due' => 1, 'oldestSeconds' => 5, 'failed' => 1, 'sentToday' => 1, 'workerSeenSecondsAgo' => 20],
            $status->toArray(),
        );
        self::assertSame(['One enquiry has failed.'], $status->reasons());
        $late = QueueStatus::of($this->database, self::NOW + 1_821);
        self::assertSame(['The oldest waiting enquiry is 30 minutes old.', 'One enquiry has failed.'], $late->reasons());
    }

    public function test_a_resent_enquiry_counts_as_waiting_since_the_resend(): void
    {
        $repository = new EnquiryRepository($this->database);
        $oldest = fn(): ?int => QueueStatus::of($this->database, self::NOW + 105)->oldestSeconds;
        $this->outbox()->intake->add($again = self::enquiry());
        $this->outbox()->queue->settle(Result::sent($this->claim(), self::NOW));
        self::assertNull($oldest());
        self::assertTrue($repository->resend((string) $again->reference, self::NOW + 100));
        self::assertSame(5, $oldest());
        $this->outbox()->intake->add(self::enquiry(at: self::NOW + 103));
        self::assertSame(5, $oldest());
        $this->outbox()->intake->add(self::enquiry(at: self::NOW + 99));
        self::assertSame(6, $oldest());
        self::assertFalse($repository->resend((string) $again->reference, self::NOW + 105), 'it waits');
    }

    public function test_sent_today_counts_from_midnight_in_south_africa(): void
    {
        $midnight = (new \DateTimeImmutable('2026-03-07 00:00 +02:00'))->getTimestamp();
        $outbox = $this->outbox();
        $outbox->intake->add(self::enquiry());
        $outbox->queue->settle(Result::sent($this->claim(), $midnight - 1));

        self::assertSame(1, QueueStatus::of($this->database, $midnight - 1)->sentToday);
        self::assertSame(0, QueueStatus::of($this->database, $midnight)->sentToday);
        self::assertSame(0, QueueStatus::of($this->database, $midnight - 86_400)->sentToday, 'under a clock that has gone back');
    }

    public function test_of_8_workers_at_once_one_makes_the_backup(): void
    {
        $this->outbox()->intake->add(self::enquiry());
        $folders = array_map(static fn(): DataFolder => new DataFolder(DataFolders::fresh()), range(0, 7));
        array_map(static fn(DataFolder $folder) => $folder->make(), $folders);
        Children::run(8, function (int $child) use ($folders): \Closure {
            $chores = new Chores($this->open(), $folders[$child], PrivacyNotice::fromFile('/dev/null/firm.json', false), new FixedClock('@' . self::NOW), new NullLogger());

            return static function () use ($chores): string {
                $chores->doDue();

                return '';
            };
        });

        self::assertCount(1, array_merge(...array_map(static fn(DataFolder $folder): array => $folder->backups()->names('/^enquiries/'), $folders)));
    }

    public function test_an_exception_inside_a_transaction_rolls_it_back(): void
    {
        try {
            $this->database->write(static function (Connection $connection): never {
                $connection->change("INSERT INTO enquiry_meta (name, value) VALUES ('half', 1)");
                throw new \LogicException('half-way');
            });
        } catch (\LogicException) {
        }

        self::assertNull($this->database->row("SELECT value FROM enquiry_meta WHERE name = 'half'"));
    }

    public function test_collected_enquiries_are_claimed_and_settled_together(): void
    {
        $outbox = new Outbox($this->database, new FixedClock('@' . self::NOW), surgePerHour: 2);
        $quarter = self::NOW - self::NOW % 900 + 900;
        foreach (range(1, 5) as $number) {
            $outbox->intake->add(self::enquiry(['subject' => "Number {$number}"]));
        }
        foreach (['one', 'two'] as $lease) {
            $outbox->queue->settle(Result::sent($outbox->queue->claim($quarter - 1, 60, $lease) ?? self::fail('Nothing is due.'), self::NOW));
        }
        self::assertNull($outbox->queue->claim($quarter - 1, 60, 'early'));
        $digest = $outbox->queue->claim($quarter, 60, 'digest') ?? self::fail('Nothing is due.');
        foreach (['Number 6', 'Number 7'] as $subject) {
            $outbox->intake->add(self::enquiry(['subject' => $subject]));
        }
        $other = $outbox->queue->claim($quarter, 61, 'other') ?? self::fail('Nothing is due.');
        self::assertSame([3, 2], [\count($digest->ids()), \count($other->ids())]);

        // Both processes died. Each digest is sent again as it was.
        $again = $outbox->queue->claim($quarter + 61, 60, 'heir') ?? self::fail('Nothing is due.');
        self::assertSame($digest->ids(), $again->ids());
        self::assertSame($other->ids(), $outbox->queue->claim($quarter + 61, 60, 'other heir')?->ids());
        self::assertFalse($outbox->queue->settle(Result::sent($digest, $quarter + 61)));
        self::assertSame(5, QueueStatus::of($this->database, $quarter + 61)->collected);
        self::assertTrue($outbox->queue->settle(Result::sent($again, $quarter + 61)));
        self::assertSame(2, QueueStatus::of($this->database, $quarter + 61)->collected);
    }

    public function test_workers_never_get_the_same_collected_enquiries(): void
    {
        $outbox = new Outbox($this->database, new FixedClock('@' . self::NOW), surgePerHour: 1);
        foreach (range(1, 41) as $number) {
            $outbox->intake->add(self::enquiry(['subject' => "Number {$number}"]));
        }
        $said = Children::run(4, function (int $child): \Closure {
            $queue = $this->outbox($this->connected())->queue;
            $ids = [];

            return static function () use ($child, $queue, &$ids): string {
                while (($claim = $queue->claim(self::NOW + 900, 600, "{$child}-" . \count($ids))) !== null) {
                    $ids = [...$ids, ...$claim->ids()];
                }

                return implode(' ', $ids);
            };
        });
        // A worker of MySQL ends when the others have locked all rows.
        while (($claim = $outbox->queue->claim(self::NOW + 900, 600, 'left-' . \count($said))) !== null) {
            $said[] = implode(' ', $claim->ids());
        }
        $ids = explode(' ', trim((string) preg_replace('/ +/', ' ', implode(' ', $said))));

        self::assertCount(41, $ids);
        self::assertCount(41, array_unique($ids), implode('; ', $said));
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

    protected function claim(string $lease = 'lease'): Claim
    {
        return $this->outbox()->queue->claim(self::NOW, 60, $lease) ?? self::fail('Nothing is due.');
    }

    protected function waiting(): int
    {
        return QueueStatus::of($this->open(), self::NOW)->waiting;
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
