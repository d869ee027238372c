<?php

declare(strict_types=1);

namespace Enquiry\Tests\Storage;

use Enquiry\Database\Database;
use Enquiry\Database\Meta;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Enquiry\Enquiry;
use Enquiry\Enquiry\Message;
use Enquiry\Enquiry\Reference;
use Enquiry\Tests\Support\Children;
use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\FixedClock;
use Enquiry\Tests\Support\Operator;
use Enquiry\Tests\Support\Outbox;
use PHPUnit\Framework\TestCase;
use Random\Randomizer;

abstract class StoreTestCase extends TestCase
{
    protected const NOW = 1_772_836_927;

    protected Database $database;

    abstract protected function open(): Database;

    /** @return array<string, string> of a console that uses this database */
    abstract protected function environment(): array;

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
        $answers = Children::run(32, fn(): \Closure => fn(): string => $this->outbox($this->open())->add(self::enquiry()));

        self::assertCount(32, array_unique($answers));
        self::assertSame(32, $this->waiting());
    }

    public function test_a_database_of_a_later_release_is_used_and_one_of_an_earlier_release_is_refused(): void
    {
        $this->database->prepare();
        $migration = Meta::all($this->database)['migration'] ?? 0;
        Meta::set($this->database, 'migration', $migration + 1);
        self::assertNotSame('', $this->outbox($this->open())->add(self::enquiry()));
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
        $this->outbox()->add($enquiry);

        self::assertEquals($enquiry->message, $this->outbox()->claim()?->enquiry->decode(Contract::forms())->message);
    }

    public function test_of_32_simultaneous_requests_with_one_key_one_is_stored_and_all_get_its_reference(): void
    {
        $references = Children::run(32, function (): \Closure {
            $outbox = $this->outbox($this->connected());

            return static fn(): string => $outbox->add(self::enquiry(), 'same', 'address');
        });

        self::assertCount(1, array_unique($references), implode("\n", array_unique($references)));
        self::assertMatchesRegularExpression('/^[0-9A-Z]{5}-[0-9A-Z]{5}$/D', $references[0]);
        self::assertSame(1, $this->waiting());
        self::assertSame('key_reused', $this->outbox()->add(self::enquiry(['message' => 'Another message']), 'same'));
    }

    public function test_of_32_simultaneous_requests_from_one_address_exactly_the_limit_is_accepted(): void
    {
        $answers = Children::run(32, function (): \Closure {
            $outbox = $this->outbox($this->connected());

            return static function () use ($outbox): string {
                $enquiry = self::enquiry();

                return str_replace((string) $enquiry->reference, 'taken', $outbox->add($enquiry, null, 'address'));
            };
        });

        self::assertEquals(['taken' => 5, 'too_many_requests 600' => 27], array_count_values($answers));
        self::assertSame(5, $this->waiting());
    }

    public function test_a_new_window_accepts_the_address_again(): void
    {
        $outbox = new Outbox($this->database, new FixedClock('@' . self::NOW), rateLimit: 1);
        $answers = [
            $outbox->add(self::enquiry(), null, 'address'),
            $outbox->add(self::enquiry(), null, 'another'),
            $outbox->add(self::enquiry(at: self::NOW + 599), null, 'address'),
            $outbox->add(self::enquiry(at: self::NOW + 600), null, 'address'),
            // The clock was ahead and is set back.
            $outbox->add(self::enquiry(at: self::NOW + 86_400), null, 'address'),
            $outbox->add(self::enquiry(at: self::NOW + 1_200), null, 'address'),
        ];
        self::assertSame('too_many_requests 1', $answers[2]);
        self::assertSame(5, $this->waiting(), implode(', ', $answers));
    }

    public function test_two_workers_at_once_claim_different_enquiries(): void
    {
        for ($i = 0; $i < 24; ++$i) {
            $this->outbox()->add(self::enquiry());
        }
        $claimed = Children::run(8, function (): \Closure {
            $outbox = $this->outbox($this->connected());

            return static fn(): string => implode(' ', array_map(
                static fn(): string => $outbox->claim()->enquiry->reference ?? 'none',
                [0, 1, 2],
            ));
        });

        // While one worker adds the rows, another one may find none in MySQL: it looks again later.
        $references = array_diff(explode(' ', implode(' ', $claimed)), ['none']);
        while (($claim = $this->outbox()->claim()) !== null) {
            $references[] = $claim->enquiry->reference;
        }
        self::assertCount(24, $references);
        self::assertCount(24, array_unique($references), implode(', ', $claimed));
    }

    public function test_due_enquiries_are_claimed_oldest_first(): void
    {
        $queue = $this->outbox();
        $queue->add($late = self::enquiry(at: self::NOW + 10));
        $queue->add($early = self::enquiry());

        self::assertTrue($queue->isAnyDue(self::NOW));
        self::assertSame((string) $early->reference, $queue->claim(self::NOW + 10)->enquiry->reference ?? '');
        self::assertSame((string) $late->reference, $queue->claim(self::NOW + 10)->enquiry->reference ?? '');
        self::assertNull($queue->claim(self::NOW + 10));
        self::assertSame([false, true], array_map($queue->isAnyDue(...), [self::NOW + 69, self::NOW + 70]));
    }

    public function test_an_expired_lease_passes_on_and_its_late_holder_changes_nothing(): void
    {
        $queue = $this->outbox();
        $reference = $queue->add(self::enquiry());
        $late = $queue->claim() ?? self::fail('Nothing is due.');
        self::assertNull($queue->claim(self::NOW + 59));
        $second = $queue->claim(self::NOW + 60) ?? self::fail('The lease did not end.');

        self::assertSame([$late->id, 1], [$second->id, $second->unanswered]);
        self::assertSame([false, false, false], [$queue->delivered($late), $queue->refused($late, 'late'), $queue->givenUp($late, 'late')]);
        self::assertTrue($queue->delivered($second, self::NOW + 62));
        self::assertFalse($queue->delivered($second, self::NOW + 63));
        self::assertFalse($queue->isAnyDue(self::NOW + 86_400));
        $stored = Operator::export($this->environment(), new FixedClock('@' . self::NOW), $reference)[0];
        self::assertSame(['sent', gmdate(\DATE_RFC3339, self::NOW + 62)], [$stored['state'], $stored['deliveries'][0]['deliveredAt'] ?? null]);
    }

    public function test_a_resent_enquiry_counts_as_waiting_since_the_resend(): void
    {
        $oldest = function (): mixed {
            $status = json_decode(Operator::run($this->environment(), new FixedClock('@' . (self::NOW + 105)), 'status', ['--json' => true])[1], true);

            return \is_array($status) ? $status['oldestSeconds'] ?? null : null;
        };
        $outbox = $this->outbox();
        $reference = $outbox->add(self::enquiry());
        $outbox->delivered($outbox->claim() ?? self::fail('Nothing is due.'));
        self::assertNull($oldest());
        Operator::call($this->environment(), new FixedClock('@' . (self::NOW + 100)), 'retry', ['reference' => $reference, '--force' => true]);
        self::assertSame(5, $oldest());
        foreach ([103 => 5, 99 => 6] as $after => $expected) {
            $outbox->add(self::enquiry(at: self::NOW + $after));
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

    protected function waiting(): int
    {
        return Operator::status($this->environment(), new FixedClock('@' . self::NOW))['waiting'];
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
