<?php

declare(strict_types=1);

namespace Enquiry\Queue;

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

/** Stores an enquiry without deliveries. DeliveryQueue adds one for each target. */
final readonly class Intake
{
    public function __construct(
        private Database $database,
        private Clock $clock,
        private Randomizer $randomizer,
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
     * @param ?string            $key    Idempotency-Key
     * @param array<string, int> $limits see ClientAddresses::limitsOf()
     * @throws Refused|StoreUnavailable
     */
    public function add(Enquiry $enquiry, ?string $key = null, array $limits = []): Receipt
    {
        $known = static fn(Connection $connection): ?Receipt
            => self::receiptOf($connection, $key, $enquiry->message);
        try {
            return $this->database->write(
                static fn(Connection $connection): Receipt => $known($connection)
                    ?? self::store($connection, $enquiry, $key, $limits),
            );
        } catch (Refused $refusal) {
            // Another request with the same key may have stored the message while this one waited.
            return $this->database->read($known) ?? throw $refusal;
        }
    }

    /** @param array<string, int> $limits */
    private static function store(Connection $connection, Enquiry $enquiry, ?string $key, array $limits): Receipt
    {
        // Counted in the same transaction: a check before it would let parallel requests pass the limit.
        Throttle::admit($connection, $limits, $enquiry->receivedAt);
        Throttle::forget($connection, $enquiry->receivedAt);
        $message = $enquiry->message;
        $reference = (string) $enquiry->reference;
        $isAdded = $connection->change(
            'INSERT INTO enquiry (reference, idempotency_key, form, received_at, promised_by, email, phone, payload, '
                . "flags, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting') "
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
            ],
        ) === 1;

        return $isAdded ? new Receipt($reference, $enquiry->promisedBy) : throw new Refused(Refused::KEY_REUSED);
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
