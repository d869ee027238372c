<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

use Enquiry\Database\Connection;
use Enquiry\Database\Database;
use Enquiry\Database\Row;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Enquiry\Enquiry;
use Enquiry\Enquiry\Message;
use Enquiry\Enquiry\Promise;
use Enquiry\Enquiry\Receipt;
use Enquiry\Enquiry\Reference;
use Enquiry\Shared\Clock;
use Random\Randomizer;

/** Stores an enquiry without deliveries, unless its client has reached RATE_LIMIT. DeliveryQueue plans them. */
final readonly class Intake
{
    /** A client's first enquiry opens a window, in which RATE_LIMIT counts. */
    private const WINDOW_SECONDS = 600;

    public function __construct(
        private Database $database,
        private Clock $clock,
        private Randomizer $randomizer,
        private int $rateLimit,
        private Promise $promise = new Promise(),
    ) {}

    /** @param list<string> $flags why it may be spam */
    public function enquiry(Message $message, array $flags): Enquiry
    {
        $now = $this->clock->time();
        $reference = Reference::random($this->randomizer);

        return new Enquiry($reference, $now, $message, $flags, promisedBy: $this->promise->of($now));
    }

    /**
     * Stores a message once for each key: sent again with the same key, it gets the first receipt.
     * @param ?string $key    Idempotency-Key
     * @param ?string $client who is counted; null for nobody
     * @throws Refused|StoreUnavailable
     */
    public function add(Enquiry $enquiry, ?string $key = null, ?string $client = null): Receipt
    {
        $known = static fn(Connection $connection): ?Receipt
            => self::receiptOf($connection, $key, $enquiry->message);
        try {
            return $this->database->write(
                fn(Connection $connection): Receipt => $known($connection)
                    ?? $this->store($connection, $enquiry, $key, $client),
            );
        } catch (Refused $refusal) {
            // Another request with the same key may have stored the message while this one waited.
            return $this->database->read($known) ?? throw $refusal;
        }
    }

    private function store(Connection $connection, Enquiry $enquiry, ?string $key, ?string $client): Receipt
    {
        self::closeWindows($connection, $enquiry->receivedAt);
        if ($client !== null) {
            $this->count($connection, $client, $enquiry->receivedAt);
        }
        $message = $enquiry->message;
        $reference = (string) $enquiry->reference;
        $isAdded = $connection->change(
            'INSERT INTO enquiry (reference, idempotency_key, form, received_at, promised_by, email, phone, payload, '
                . "flags, state, is_marked, planned_for) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', ?, 0) "
                . $connection->orNothing('enquiry'),
            [
                $reference,
                $key,
                $message->form->name,
                $enquiry->receivedAt,
                $enquiry->promisedBy,
                Message::normaliseEmail($message->email()),
                $message->phone(),
                Row::json($message->values),
                Row::json($enquiry->flags),
                (int) ($enquiry->flags !== []),
            ],
        ) === 1;

        return $isAdded ? new Receipt($reference, $enquiry->promisedBy) : throw new Refused(Refused::KEY_REUSED);
    }

    /**
     * In the transaction that stores the enquiry: a check before it would let parallel requests pass the limit.
     * @throws Refused
     */
    private function count(Connection $connection, string $client, int $now): void
    {
        $onConflict = $connection->onConflict('who', 'requests = enquiry_rate.requests + 1');
        $sql = "INSERT INTO enquiry_rate (who, window_start, requests) VALUES (?, ?, 1) {$onConflict}";
        $connection->change($sql, [$client, $now]);
        $window = $connection->one('SELECT * FROM enquiry_rate WHERE who = ?', [$client]);
        if ($window->number('requests') > $this->rateLimit) {
            $secondsLeft = $window->number('window_start') + self::WINDOW_SECONDS - $now;
            throw new Refused(Refused::TOO_MANY, $secondsLeft);
        }
    }

    /** Deletes the windows that have ended, with the hashed addresses, and those of a clock that was ahead. */
    public static function closeWindows(Connection $connection, int $now): void
    {
        // One DELETE for all would wait for each row that another request holds.
        $ended = $connection->rows(
            "SELECT who FROM enquiry_rate WHERE window_start NOT BETWEEN ? AND ? {$connection->skipLocked()}",
            [$now - self::WINDOW_SECONDS + 1, $now + Clock::SKEW],
        );
        foreach ($ended as $row) {
            $connection->change('DELETE FROM enquiry_rate WHERE who = ?', [$row->text('who')]);
        }
    }

    /** @throws Refused */
    private static function receiptOf(Connection $connection, ?string $key, Message $message): ?Receipt
    {
        $row = $key === null ? null : $connection->row('SELECT * FROM enquiry WHERE idempotency_key = ?', [$key]);
        $known = $row === null ? null : new StoredEnquiry($row);

        return match (true) {
            $known === null => null,
            $known->holds($message) => new Receipt($known->reference, $known->promisedBy),
            default => throw new Refused(Refused::KEY_REUSED),
        };
    }
}
