<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\Connection;
use Enquiry\Database\Database;
use Enquiry\Database\Row;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Enquiry\Enquiry;
use Enquiry\Enquiry\Form;
use Enquiry\Enquiry\Message;
use Enquiry\Enquiry\Reference;
use Enquiry\Shared\Clock;
use Random\Randomizer;

/** Stores an enquiry and queues its delivery in one write: the row of the enquiry is its place in the queue. */
final readonly class Intake
{
    /** No reference and no address hash has this value. */
    private const REHEARSAL = 'rehearsal';

    /** The same text from the same person within this time is marked as repeated. */
    private const REPEATED_WITHIN_SECONDS = 1_800;

    private const MOST_COMPARED = 20;

    /** The same text from another email address within this time is a sign of spam, unless two people may type it. */
    private const COPIED_WITHIN_SECONDS = 86_400;
    private const SHORTEST_COPY = 40;

    /** In bytes. Most enquiries have less than 2 KB. */
    private const LONG = 4_096;

    /**
     * In bytes, of all long enquiries in a window of the rate limit: 12 MB an hour. Above it only short ones are
     * accepted, so that a flood of nonsense neither fills a small disk nor closes the form.
     */
    private const MOST_BYTES_OF_LONG = 2_097_152;
    private const LONG_ONES = 'long enquiries';

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
     * @param ?string            $key      Idempotency-Key
     * @param array<string, int> $limits   see ClientAddresses::limitsOf()
     * @param list<string>       $replaces keys of earlier attempts to send the same message, stored or not
     * @throws Refused|StoreUnavailable
     */
    public function add(Enquiry $enquiry, ?string $key = null, array $limits = [], array $replaces = []): string
    {
        try {
            return $this->database->write(function (Connection $connection) use (
                $enquiry,
                $key,
                $limits,
                $replaces,
            ): string {
                $known = self::referenceOf($connection, $key, $enquiry->message);
                if ($known !== null) {
                    return $known;
                }
                // Counted in the same transaction: a check before it would let parallel requests pass the limit.
                Throttle::ofRequests()->countOrRefuse($connection, $limits, $enquiry->receivedAt);
                self::requireRoomInQueue($connection);

                return $this->store($connection, $enquiry, $key, self::referencesFor($connection, $replaces));
            });
        } catch (Refused $refusal) {
            // Another request with the same key may have stored the message while this one waited.
            return $this->database->read(
                static fn(Connection $connection): ?string => self::referenceOf($connection, $key, $enquiry->message),
            ) ?? throw $refusal;
        }
    }

    /** @param list<string> $replaced references of earlier attempts */
    private function store(Connection $connection, Enquiry $enquiry, ?string $key, array $replaced): string
    {
        $message = $enquiry->message;
        $receivedAt = $enquiry->receivedAt;
        $reference = (string) $enquiry->reference;
        $email = Message::normaliseEmail($message->email());
        $flags = $enquiry->flags;
        $notes = [Form::REPLACES => implode(' ', $replaced)];
        if ($replaced === []) {
            $notes = [Form::REPEATS => self::earlier($connection, $email, $message, $receivedAt)];
            if (self::isCopy($connection, $email, $message, $receivedAt)) {
                $flags[] = 'another email address sent the same text';
            }
        }
        $payload = StoredEnquiry::encode($message->values + $notes);
        self::countIfLong($connection, \strlen($payload), $receivedAt);
        $isCollected = $this->isSurge($connection, $receivedAt);
        $dueAt = $isCollected ? $receivedAt - $receivedAt % self::DIGEST_SECONDS + self::DIGEST_SECONDS : $receivedAt;
        $isAdded = self::insert($connection, [
            'reference' => $reference,
            'idempotency_key' => $key,
            'form' => $message->form->name,
            'received_at' => $receivedAt,
            'email' => $email,
            'payload' => $payload,
            'flags' => StoredEnquiry::encode($flags),
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

    /**
     * @param list<string> $keys
     * @return list<string> the earliest first
     */
    private static function referencesFor(Connection $connection, array $keys): array
    {
        if ($keys === []) {
            return [];
        }
        $places = implode(', ', array_fill(0, \count($keys), '?'));
        $rows = $connection->rows(
            "SELECT reference FROM enquiry WHERE idempotency_key IN ({$places}) ORDER BY received_at, id",
            $keys,
        );

        return array_map(static fn(Row $row): string => $row->text('reference'), $rows);
    }

    /** @return string the reference of the first recent enquiry with the same text; empty if there is none */
    private static function earlier(Connection $connection, string $email, Message $message, int $receivedAt): string
    {
        $rows = $connection->rows(
            'SELECT * FROM enquiry WHERE email = ? AND received_at BETWEEN ? AND ? ORDER BY received_at, id LIMIT '
                . self::MOST_COMPARED,
            [$email, $receivedAt - self::REPEATED_WITHIN_SECONDS, $receivedAt],
        );
        foreach ($rows as $row) {
            $stored = new StoredEnquiry($row);
            if ($stored->holds($message)) {
                return $stored->reference;
            }
        }

        return '';
    }

    /** Compares the latest enquiries only, because the texts have no index. */
    private static function isCopy(Connection $connection, string $email, Message $message, int $receivedAt): bool
    {
        $text = $message->inRole('message');

        return mb_strlen($text, 'UTF-8') >= self::SHORTEST_COPY
            && $connection->row(
                'SELECT id FROM (SELECT id, email, received_at, payload FROM enquiry ORDER BY id DESC LIMIT '
                    . self::MOST_COMPARED . ') AS latest WHERE email <> ? AND received_at >= ? '
                    . 'AND INSTR(payload, ?) > 0 LIMIT 1',
                [$email, $receivedAt - self::COPIED_WITHIN_SECONDS, trim(StoredEnquiry::encode([$text]), '[]')],
            ) !== null;
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

    /** @throws Refused if too many bytes of long enquiries have come in this window */
    private static function countIfLong(Connection $connection, int $bytes, int $now): void
    {
        if ($bytes <= self::LONG) {
            return;
        }
        try {
            $limit = [self::LONG_ONES => self::MOST_BYTES_OF_LONG];
            Throttle::ofRequests()->countOrRefuse($connection, $limit, $now, $bytes);
        } catch (Refused) {
            throw new Refused(Refused::TOO_LONG);
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
