<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\Connection;
use Enquiry\Database\Database;
use Enquiry\Database\Meta;
use Enquiry\Database\Row;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Enquiry\Earlier;
use Enquiry\Enquiry\Enquiry;
use Enquiry\Enquiry\Message;
use Enquiry\Shared\Clock;

/** The enquiries that wait for delivery: the rows of the table enquiry whose state is "waiting". */
final readonly class EnquiryQueue
{
    /** The most that a digest holds, in enquiries and in bytes of their text, which the mail has twice and encoded. */
    private const LARGEST_DIGEST = 100;
    private const LARGEST_DIGEST_BYTES = 524_288;

    /** The name of the time when a worker last ran. */
    public const WORKER_SEEN = 'worker_seen_at';

    /** One more than a mail lists. */
    private const MOST_EARLIER = 6;

    /** @param int $mailsPerHour 0 for no limit */
    public function __construct(private Database $database, private int $mailsPerHour = 0) {}

    public function isAnyDue(int $now): bool
    {
        $sql = "SELECT id FROM enquiry WHERE state = 'waiting' AND due_at <= ? LIMIT 1";

        return $this->database->row($sql, [$now]) !== null;
    }

    /**
     * Leases the enquiry that has been due the longest, and if it was collected, the others of its digest. No other
     * process gets them during the lease.
     * @throws Refused|StoreUnavailable
     */
    public function claim(int $now, int $seconds, string $lease): ?Claim
    {
        return $this->database->write(function (Connection $connection) use ($now, $seconds, $lease): ?Claim {
            $row = $connection->row(
                "SELECT * FROM enquiry WHERE state = 'waiting' AND due_at <= ? ORDER BY due_at, id LIMIT 1 "
                    . "{$connection->dialect->lockingClause()}",
                [$now],
            );
            if ($row === null) {
                return null;
            }
            Throttle::countDelivery($connection, Throttle::MAIL, $this->mailsPerHour, $now);
            $rows = [$row, ...self::othersOfDigest($connection, $row, $now)];
            $claim = new Claim($lease, array_map(static fn(Row $row): StoredEnquiry => new StoredEnquiry($row), $rows));
            $connection->change(
                'UPDATE enquiry SET lease = ?, due_at = ?, attempts = ?, unanswered = ? WHERE ' . self::isOneOf($claim),
                [$lease, $now + $seconds, $claim->attempts, $claim->unanswered, ...$claim->ids()],
            );

            return $claim;
        });
    }

    /**
     * Adds the earlier enquiries from the same address or phone number. The indexes give the rows in their order.
     * @throws StoreUnavailable
     */
    public function addEarlier(Enquiry $enquiry): void
    {
        $message = $enquiry->message;
        $email = Message::normaliseEmail($message->email());
        $rows = [];
        foreach (['email' => $email, 'phone' => $message->phone() ?? ''] as $column => $value) {
            $order = $column === 'email' ? 'received_at' : 'id';
            $found = $value === '' ? [] : $this->database->rows(
                "SELECT * FROM enquiry WHERE {$column} = ? AND received_at <= ? AND reference <> ? ORDER BY {$order} "
                    . 'DESC LIMIT ' . self::MOST_EARLIER,
                [$value, $enquiry->receivedAt, (string) $enquiry->reference],
            );
            foreach ($found as $row) {
                $rows[$row->number('id')] = $row;
            }
        }
        krsort($rows);
        $enquiry->earlierBySame = $enquiry->earlierByOthers = [];
        foreach (\array_slice($rows, 0, self::MOST_EARLIER) as $row) {
            $stored = new StoredEnquiry($row);
            if ($stored->email === $email) {
                $subject = $stored->form === $message->form->name ? $stored->inRole('subject', $message->form) : '';
                $enquiry->earlierBySame[] = new Earlier($stored->reference, $stored->receivedAt, $subject);
            } else {
                // A reply would quote the subject to a stranger.
                $enquiry->earlierByOthers[] = new Earlier($stored->reference, $stored->receivedAt, '');
            }
        }
    }

    /** @return bool false if another worker has an enquiry by now, or if it was erased */
    public function settle(Result $result): bool
    {
        $claim = $result->claim;
        $columns = $result->columns + [
            'delivered_to' => $claim->deliveredTo === [] ? null : StoredEnquiry::encode($claim->deliveredTo),
            'unanswered' => $claim->unanswered,
            'lease' => null,
        ];
        $assignments = implode(' = ?, ', array_keys($columns));

        return $this->database->change(
            "UPDATE enquiry SET {$assignments} = ? WHERE " . self::isOneOf($claim)
                . " AND lease = ? AND state = 'waiting'",
            [...array_values($columns), ...$claim->ids(), $claim->lease],
        ) === \count($claim->ids());
    }

    /**
     * Makes the enquiry of a process that ended due now.
     *
     * @param bool $isUnsent otherwise the lease stays, and the next attempt knows that the mail may have arrived
     */
    public function release(string $lease, bool $isUnsent, int $now): void
    {
        $undo = $isUnsent ? ', attempts = attempts - 1, lease = NULL' : '';
        $this->database->change("UPDATE enquiry SET due_at = ?{$undo} WHERE lease = ? AND state = 'waiting'", [
            $now,
            $lease,
        ]);
    }

    /** Records that a worker runs, and makes enquiries due that a clock put off too far before it was set back. */
    public function beat(int $now): void
    {
        Meta::set($this->database, self::WORKER_SEEN, $now);
        $this->database->change(
            "UPDATE enquiry SET due_at = ? WHERE state = 'waiting' AND due_at > ? + CASE WHEN lease IS NOT NULL OR "
                . 'unanswered > 0 THEN ? WHEN attempts > 0 THEN ? ELSE ? END',
            [
                $now,
                $now + Clock::SKEW,
                RetrySchedule::LONGEST_WAIT_UNANSWERED,
                RetrySchedule::LONGEST_WAIT,
                Intake::DIGEST_SECONDS,
            ],
        );
    }

    /**
     * After a process died, the next one gets the same enquiries. Its mail has the same Message-ID.
     * @return list<Row>
     */
    private static function othersOfDigest(Connection $connection, Row $first, int $now): array
    {
        if ($first->number('collected') === 0) {
            return [];
        }
        $others = $connection->rows(
            "SELECT * FROM enquiry WHERE state = 'waiting' AND due_at <= ? AND collected = 1 AND id <> ? AND (form, "
                . "attempts, unanswered, COALESCE(lease, ''), COALESCE(delivered_to, '')) = (?, ?, ?, ?, ?) "
                . 'ORDER BY due_at, id LIMIT ' . (self::LARGEST_DIGEST - 1)
                . " {$connection->dialect->lockingClause()}",
            [
                $now,
                $first->number('id'),
                $first->text('form'),
                $first->number('attempts'),
                $first->number('unanswered'),
                $first->textOrNull('lease') ?? '',
                $first->textOrNull('delivered_to') ?? '',
            ],
        );
        $room = self::LARGEST_DIGEST_BYTES - \strlen($first->text('payload'));
        foreach ($others as $index => $row) {
            $room -= \strlen($row->text('payload'));
            if ($room < 0) {
                return \array_slice($others, 0, $index);
            }
        }

        return $others;
    }

    private static function isOneOf(Claim $claim): string
    {
        return 'id IN (' . implode(', ', array_fill(0, \count($claim->ids()), '?')) . ')';
    }
}
