<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\Connection;
use Enquiry\Database\Database;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Enquiry\Enquiry;
use Enquiry\Enquiry\Message;
use Enquiry\Enquiry\Reference;
use Enquiry\Shared\Clock;
use Random\Randomizer;

/** Stores an enquiry and queues its delivery in one write: the row of the enquiry is its place in the queue. */
final readonly class Intake
{
    /** No reference and no address hash has this value. */
    private const REHEARSAL = 'rehearsal';

    /** Further ones are refused: nothing has been delivered for long, and the disk must not fill up. */
    public const MOST_WAITING = 100_000;

    /** Digests are sent at each full quarter of an hour. */
    public const DIGEST_SECONDS = 900;

    /** @param int $surgePerHour 0 for no digests */
    public function __construct(
        private Database $database,
        private Clock $clock,
        private Randomizer $randomizer,
        private int $surgePerHour = 0,
        private bool $hasWebhook = false,
    ) {}

    /**
     * @param list<string> $flags   why it may be spam
     * @param ?string      $network Pattern::networkOf() the client
     */
    public function enquiry(Message $message, array $flags, ?string $network): Enquiry
    {
        return new Enquiry(
            Reference::random($this->randomizer),
            $this->clock->time(),
            $message,
            $flags,
            network: $network,
        );
    }

    /**
     * Stores a message once for each key: sent again with the same key, it gets the first reference.
     * @param ?string            $key    Idempotency-Key
     * @param array<string, int> $limits see ClientAddresses::limitsOf()
     * @throws Refused|StoreUnavailable
     */
    public function add(Enquiry $enquiry, ?string $key = null, array $limits = []): string
    {
        try {
            return $this->database->write(function (Connection $connection) use (
                $enquiry,
                $key,
                $limits,
            ): string {
                $known = self::referenceOf($connection, $key, $enquiry->message);
                if ($known !== null) {
                    return $known;
                }
                // Counted in the same transaction: a check before it would let parallel requests pass the limit.
                Throttle::ofRequests()->countOrRefuse($connection, $limits, $enquiry->receivedAt);
                self::requireRoomInQueue($connection);

                return $this->store($connection, $enquiry, $key);
            });
        } catch (Refused $refusal) {
            // Another request with the same key may have stored the message while this one waited.
            return $this->database->read(
                static fn(Connection $connection): ?string => self::referenceOf($connection, $key, $enquiry->message),
            ) ?? throw $refusal;
        }
    }

    private function store(Connection $connection, Enquiry $enquiry, ?string $key): string
    {
        $message = $enquiry->message;
        $receivedAt = $enquiry->receivedAt;
        $reference = (string) $enquiry->reference;
        $isCollected = $this->isSurge($connection, $receivedAt);
        $dueAt = $isCollected ? $receivedAt - $receivedAt % self::DIGEST_SECONDS + self::DIGEST_SECONDS : $receivedAt;
        $isAdded = self::insert($connection, [
            'reference' => $reference,
            'idempotency_key' => $key,
            'form' => $message->form->name,
            'received_at' => $receivedAt,
            'email' => Message::normaliseEmail($message->email()),
            'payload' => StoredEnquiry::encode($message->values),
            'flags' => StoredEnquiry::encode($enquiry->flags),
            'due_at' => $dueAt,
            'network' => $enquiry->network,
            'collected' => (int) $isCollected,
            'phone' => $message->phone(),
            'webhook_due_at' => $this->hasWebhook ? $dueAt : null,
        ]);

        return $isAdded ? $reference : throw new Refused(Refused::KEY_REUSED);
    }

    /** @throws Refused */
    private static function referenceOf(Connection $connection, ?string $key, Message $message): ?string
    {
        $row = $key === null ? null : $connection->row('SELECT * FROM enquiry WHERE idempotency_key = ?', [$key]);
        $known = $row === null ? null : new StoredEnquiry($row);

        return match (true) {
            $known === null => null,
            $known->holds($message) => $known->reference,
            default => throw new Refused(Refused::KEY_REUSED),
        };
    }

    private function isSurge(Connection $connection, int $now): bool
    {
        $offset = $this->surgePerHour - 1;
        $sql = "SELECT received_at FROM enquiry ORDER BY id DESC LIMIT 1 OFFSET {$offset}";
        $receivedAt = $offset < 0 ? 0 : $connection->row($sql)?->number('received_at') ?? 0;

        // A later time was stored before the clock was set back.
        return $receivedAt > $now - 3_600 && $receivedAt <= $now + Clock::SKEW;
    }

    /** @throws StoreUnavailable */
    private static function requireRoomInQueue(Connection $connection): void
    {
        $last = self::MOST_WAITING - 1;
        if ($connection->row("SELECT id FROM enquiry WHERE state = 'waiting' LIMIT 1 OFFSET {$last}") !== null) {
            throw StoreUnavailable::queueFull(self::MOST_WAITING);
        }
    }

    /** Tries what add() does, with a row that the same transaction deletes. @throws StoreUnavailable */
    public function rehearse(): void
    {
        $now = $this->clock->time();
        $this->database->write(static function (Connection $connection) use ($now): void {
            self::requireRoomInQueue($connection);
            Throttle::ofRequests()->countOrRefuse($connection, [self::REHEARSAL => \PHP_INT_MAX], $now);
            $connection->change('DELETE FROM enquiry WHERE reference = ?', [self::REHEARSAL]);
            $row = ['reference' => self::REHEARSAL, 'form' => '', 'email' => '', 'payload' => '{}', 'flags' => '[]'];
            $row += ['received_at' => $now, 'due_at' => $now, 'idempotency_key' => null, 'network' => null];
            self::insert($connection, $row + ['collected' => 0, 'phone' => null, 'webhook_due_at' => null]);
            $connection->change('DELETE FROM enquiry WHERE reference = ?', [self::REHEARSAL]);
        });
    }

    /**
     * @param array<string, int|string|null> $row by column
     * @return bool false if another enquiry has its reference or key
     */
    private static function insert(Connection $connection, array $row): bool
    {
        // An enquiry that cannot be delivered must not be accepted, so the columns with a default are named too.
        $columns = implode(', ', array_keys($row));
        $places = implode(', ', array_fill(0, \count($row), '?'));

        return $connection->change(
            "INSERT INTO enquiry (state, attempts, unanswered, delivered_to, resent_at, {$columns}) "
                . "VALUES ('waiting', 0, 0, NULL, NULL, {$places}) {$connection->dialect->orNothing()}",
            array_values($row),
        ) === 1;
    }
}
