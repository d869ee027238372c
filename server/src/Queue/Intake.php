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

/** Stores an enquiry without deliveries. DeliveryQueue adds one for each target. */
final readonly class Intake
{
    public function __construct(
        private Database $database,
        private Clock $clock,
        private Randomizer $randomizer,
    ) {}

    /** @param list<string> $flags why it may be spam */
    public function enquiry(Message $message, array $flags): Enquiry
    {
        return new Enquiry(Reference::random($this->randomizer), $this->clock->time(), $message, $flags);
    }

    /**
     * Stores a message once for each key: sent again with the same key, it gets the first reference.
     * @param ?string            $key    Idempotency-Key
     * @param array<string, int> $limits see ClientAddresses::limitsOf()
     * @return string the reference
     * @throws Refused|StoreUnavailable
     */
    public function add(Enquiry $enquiry, ?string $key = null, array $limits = []): string
    {
        $known = static fn(Connection $connection): ?string
            => self::referenceOf($connection, $key, $enquiry->message);
        try {
            return $this->database->write(
                static fn(Connection $connection): string => $known($connection)
                    ?? self::store($connection, $enquiry, $key, $limits),
            );
        } catch (Refused $refusal) {
            // Another request with the same key may have stored the message while this one waited.
            return $this->database->read($known) ?? throw $refusal;
        }
    }

    /** @param array<string, int> $limits */
    private static function store(Connection $connection, Enquiry $enquiry, ?string $key, array $limits): string
    {
        // Counted in the same transaction: a check before it would let parallel requests pass the limit.
        Throttle::admit($connection, $limits, $enquiry->receivedAt);
        Throttle::forget($connection, $enquiry->receivedAt);
        $message = $enquiry->message;
        $reference = (string) $enquiry->reference;
        $isAdded = $connection->change(
            'INSERT INTO enquiry (reference, idempotency_key, form, received_at, email, phone, payload, flags, state) '
                . "VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'waiting') {$connection->dialect->orNothing('enquiry')}",
            [
                $reference,
                $key,
                $message->form->name,
                $enquiry->receivedAt,
                Message::normaliseEmail($message->email()),
                $message->phone(),
                StoredEnquiry::encode($message->values),
                StoredEnquiry::encode($enquiry->flags),
            ],
        ) === 1;

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
}
