<?php

declare(strict_types=1);

namespace Enquiry\Intake;

use Enquiry\Shared\ContactMessage;
use Enquiry\Shared\Enquiry;
use Enquiry\Shared\Reference;
use Enquiry\Store\Connection;
use Enquiry\Store\Database;
use Enquiry\Store\Meta;
use Enquiry\Store\Payload;
use Enquiry\Store\RateExceeded;
use Enquiry\Store\Row;
use Enquiry\Store\StoreUnavailable;
use Enquiry\Store\Throttle;
use Psr\Clock\ClockInterface;
use Random\Randomizer;

/**
 * Takes a valid message in: whoever gets a Receipt back may tell the visitor that it arrived. Storing it and
 * queueing its delivery are a single write, because its row carries the state of that: see EnquiryQueue.
 */
final readonly class Intake
{
    /** No hash, and no reference that an enquiry could have. */
    private const REHEARSAL = 'rehearsal';

    /** Two references alike are one chance in 2^50 for each enquiry there is; three tries make it none. */
    private const TRIES = 3;

    /** In seconds. Whoever sends the same text once more within that time wonders whether it arrived. */
    private const REPEATED_WITHIN = 1_800;

    /** Of one person within that time; more are not compared. */
    private const MOST_COMPARED = 20;

    public function __construct(
        private Database $database,
        private Throttle $rateLimit,
        private int $maxWaiting,
        private ClockInterface $clock,
        private Randomizer $randomizer,
    ) {}

    /**
     * A look before anything is read; accept() is what counts.
     *
     * @return ?RateExceeded why one more of this address would not be taken; what knows() is answered all the same
     *
     * @throws RateExceeded     where so many of its requests were refused that it is not heard at all
     * @throws StoreUnavailable
     */
    public function look(string $addressHash): ?RateExceeded
    {
        $refusals = Throttle::ofRefusals();
        $refused = Throttle::nameOf(Throttle::REFUSALS, $addressHash);
        $windows = $this->database->read(static fn(Connection $connection): array => Throttle::windows($connection, $addressHash, $refused));
        $now = $this->clock->now()->getTimestamp();
        $unheard = $refusals->refusalBy($windows[$refused] ?? null, $now);

        return $unheard === null ? $this->rateLimit->refusalBy($windows[$addressHash] ?? null, $now) : throw $unheard;
    }

    /**
     * Whether a message came with the key before.
     *
     * @throws StoreUnavailable
     */
    public function knows(?string $key): bool
    {
        return $key !== null && $this->database->read(static fn(Connection $connection): bool => self::rowWith($connection, $key) !== null);
    }

    /**
     * @param ?string      $key         that the client gave this message, whenever it sends it
     * @param ?string      $addressHash whom to count it for
     * @param list<string> $flags       why it may be spam
     * @param list<string> $replaces    keys of earlier attempts at the same message, stored or not
     *
     * @throws KeyReused
     * @throws RateExceeded
     * @throws StoreUnavailable
     */
    public function accept(ContactMessage $message, ?string $key = null, ?string $addressHash = null, array $flags = [], array $replaces = []): Receipt
    {
        for ($try = 1;; ++$try) {
            $enquiry = new Enquiry(Reference::random($this->randomizer), $this->clock->now(), $message, $flags);
            try {
                return $this->add($enquiry, $key, $addressHash, $replaces);
            } catch (KeyTaken $taken) {
                if ($try === self::TRIES) {
                    throw $taken;
                }
            }
        }
    }

    /**
     * Stores the enquiry and queues its delivery, once for each key: whoever sends the same message again
     * with the same key gets the reference of the first.
     *
     * @param list<string> $replaces keys of earlier attempts at the same message; those that are stored are noted with it
     *
     * @throws KeyReused        where the key came with another message before
     * @throws KeyTaken         where the reference is another enquiry's
     * @throws RateExceeded
     * @throws StoreUnavailable
     */
    public function add(Enquiry $enquiry, ?string $key = null, ?string $addressHash = null, array $replaces = []): Receipt
    {
        try {
            return $this->database->write(fn(Connection $connection): Receipt => $this->addIn($connection, $enquiry, $key, $addressHash, $replaces));
        } catch (KeyTaken|RateExceeded $refusal) {
            // Another request with the same key may have come first while this one waited.
            return $this->database->read(static fn(Connection $connection): ?Receipt => self::receiptFor($connection, $key, $enquiry->message)) ?? throw $refusal;
        }
    }

    /** @param list<string> $replaces */
    private function addIn(Connection $connection, Enquiry $enquiry, ?string $key, ?string $addressHash, array $replaces): Receipt
    {
        $known = self::receiptFor($connection, $key, $enquiry->message);
        if ($known !== null) {
            return $known;
        }
        $receivedAt = $enquiry->receivedAt->getTimestamp();
        if ($addressHash !== null) {
            $this->rateLimit->count($connection, $addressHash, $receivedAt);
        }
        $this->requireRoom($connection);
        $reference = (string) $enquiry->reference;
        $email = ContactMessage::normaliseEmail($enquiry->message->email());
        $replaced = self::referencesFor($connection, $replaces);
        $added = self::insert($connection, [
            $reference,
            $key,
            $receivedAt,
            $email,
            Payload::encode($enquiry->message, $replaced, $replaced === [] ? self::earlier($connection, $email, $enquiry->message, $receivedAt) : null),
            Payload::encodeList($enquiry->flags),
            $receivedAt,
        ]);

        return $added === 1 ? Receipt::new($reference) : throw KeyTaken::reference();
    }

    /** @throws KeyReused */
    private static function receiptFor(Connection $connection, ?string $key, ContactMessage $message): ?Receipt
    {
        $row = self::rowWith($connection, $key);
        if ($row === null) {
            return null;
        }

        return Payload::holds($row->text('payload'), $message) ? Receipt::known($row->text('reference')) : throw KeyReused::withAnotherMessage();
    }

    private static function rowWith(Connection $connection, ?string $key): ?Row
    {
        return $key === null ? null : $connection->row('SELECT reference, payload FROM enquiry WHERE idempotency_key = ?', [$key]);
    }

    /**
     * @param list<string> $keys
     *
     * @return list<string> in the order in which they were received
     */
    private static function referencesFor(Connection $connection, array $keys): array
    {
        if ($keys === []) {
            return [];
        }
        $places = implode(', ', array_map(static fn(): string => '?', $keys));

        return array_map(
            static fn(Row $row): string => $row->text('reference'),
            $connection->rows("SELECT reference FROM enquiry WHERE idempotency_key IN ({$places}) ORDER BY received_at, id", $keys),
        );
    }

    /** @return ?string the reference of the first that said the same a short while ago */
    private static function earlier(Connection $connection, string $email, ContactMessage $message, int $receivedAt): ?string
    {
        $rows = $connection->rows(
            'SELECT reference, payload FROM enquiry WHERE email = ? AND received_at BETWEEN ? AND ? ORDER BY received_at, id LIMIT ' . self::MOST_COMPARED,
            [$email, $receivedAt - self::REPEATED_WITHIN, $receivedAt],
        );
        foreach ($rows as $row) {
            if (Payload::holds($row->text('payload'), $message)) {
                return $row->text('reference');
            }
        }

        return null;
    }

    private function requireRoom(Connection $connection): void
    {
        if ($connection->one("SELECT COUNT(*) AS waiting FROM enquiry WHERE state = 'waiting'")->number('waiting') >= $this->maxWaiting) {
            throw StoreUnavailable::queueFull($this->maxWaiting);
        }
    }

    /**
     * What add() does, with an enquiry that nobody sees: it is gone before the transaction ends.
     *
     * @throws StoreUnavailable
     */
    public function rehearse(): void
    {
        $now = $this->clock->now()->getTimestamp();
        $this->database->write(function (Connection $connection) use ($now): void {
            $this->requireRoom($connection);
            // No limit of the operator's: it would be reached.
            (new Throttle(\PHP_INT_MAX, Throttle::MISUSE_SECONDS))->count($connection, self::REHEARSAL, $now);
            $connection->change('DELETE FROM enquiry WHERE reference = ?', [self::REHEARSAL]);
            $added = self::insert($connection, [self::REHEARSAL, null, $now, '', '{}', '[]', $now]);
            $connection->change('DELETE FROM enquiry WHERE reference = ?', [self::REHEARSAL]);
            Meta::set($connection, 'tried_at', $now);
            if ($added !== 1) {
                throw StoreUnavailable::takesNoRow();
            }
        });
    }

    /** @param array{string, ?string, int, string, string, string, int} $values */
    private static function insert(Connection $connection, array $values): int
    {
        return $connection->change(
            'INSERT INTO enquiry (reference, idempotency_key, received_at, email, payload, flags, state, attempts, due_at) '
            . "VALUES (?, ?, ?, ?, ?, ?, 'waiting', 0, ?) {$connection->dialect->orNothing()}",
            $values,
        );
    }
}
