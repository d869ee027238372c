<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\Connection;
use Enquiry\Database\Database;
use Enquiry\Database\Row;
use Enquiry\Database\State;
use Enquiry\Enquiry\Enquiry;
use Enquiry\Enquiry\Message;

/** All stored enquiries with their deliveries. */
final readonly class EnquiryRepository
{
    private const AT_ONCE = 100;

    /** One more than a mail lists. */
    private const MOST_EARLIER = 6;

    public function __construct(private Database $database) {}

    public function find(string|\Stringable $reference): ?StoredEnquiry
    {
        return $this->select('reference = ?', [(string) $reference])[0] ?? null;
    }

    /**
     * Read in parts, because a flood may be larger than the memory.
     * @return iterable<StoredEnquiry> newest first
     */
    public function newest(?State $state = null, int $receivedSince = 0, int $receivedBefore = \PHP_INT_MAX): iterable
    {
        $before = \PHP_INT_MAX;
        $inState = $state === null ? '' : " AND state = '{$state->value}'";
        $condition = "id < ? AND received_at >= ? AND received_at < ?{$inState} ORDER BY id DESC LIMIT "
            . self::AT_ONCE;
        do {
            $records = $this->select($condition, [$before, $receivedSince, $receivedBefore]);
            foreach ($records as $record) {
                yield $record;
                $before = $record->id;
            }
        } while ($records !== []);
    }

    /**
     * @param 'email'|'phone' $column
     * @param string          $value  as it is stored
     * @return list<StoredEnquiry> of one person, oldest first
     */
    public function from(string $column, string $value): array
    {
        return $this->select("{$column} = ? ORDER BY id", [$value]);
    }

    /**
     * @param list<int|string> $values
     * @return list<StoredEnquiry>
     */
    private function select(string $condition, array $values): array
    {
        return $this->database->read(static function (Connection $connection) use ($condition, $values): array {
            $rows = $connection->rows("SELECT * FROM enquiry WHERE {$condition}", $values);
            $references = array_map(static fn(Row $row): string => $row->text('reference'), $rows);
            $deliveries = [];
            $sql = 'SELECT * FROM delivery WHERE ' . self::isOneOf($references) . ' ORDER BY id';
            foreach ($rows === [] ? [] : $connection->rows($sql, $references) as $row) {
                $deliveries[$row->text('reference')][] = $row;
            }

            return array_map(
                static fn(Row $row): StoredEnquiry
                    => new StoredEnquiry($row, $deliveries[$row->text('reference')] ?? []),
                $rows,
            );
        });
    }

    /**
     * Adds the earlier enquiries from the same address, or the same phone number if the form asks for no address, the
     * newest first. They are the same for each recipient, whenever the mail is sent.
     */
    public function addEarlier(Enquiry $enquiry, int $id): void
    {
        $message = $enquiry->message;
        $email = Message::normaliseEmail($message->email());
        [$column, $value] = $email === '' ? ['phone', $message->phone() ?? ''] : ['email', $email];
        $condition = "{$column} = ? AND id < ? ORDER BY id DESC LIMIT " . self::MOST_EARLIER;
        $enquiry->earlier = [];
        foreach ($value === '' ? [] : $this->select($condition, [$value, $id]) as $record) {
            $fields = $record->form === $message->form->name ? (array) $record->fields() : [];
            $enquiry->earlier[] = [
                'reference' => $record->reference,
                'receivedAt' => $record->receivedAt,
                'subject' => Message::stored($fields, $message->form)->inRole('subject'),
            ];
        }
    }

    public function noteNotice(StoredEnquiry $enquiry, int $now): void
    {
        $this->database->change('UPDATE enquiry SET noticed_at = ? WHERE reference = ?', [
            $now,
            $enquiry->reference,
        ]);
    }

    /** @param list<string> $references @return int the number of deleted enquiries */
    public function erase(array $references): int
    {
        return $this->changeEach($references, self::delete(...));
    }

    /**
     * Closes those that wait or have failed. What a process is delivering now may still arrive.
     * @param list<string> $references
     * @return int how many
     */
    public function dismissEach(array $references): int
    {
        return $this->changeEach($references, static function (Connection $connection, string $in, array $some): int {
            $isOpen = "state IN ('waiting', 'failed') AND {$in}";
            $closed = $connection->change("UPDATE enquiry SET state = 'closed' WHERE {$isOpen}", $some);
            $connection->change("UPDATE delivery SET state = 'closed', lease = NULL WHERE {$isOpen}", $some);

            return $closed;
        });
    }

    /**
     * In several transactions, so that enquiries can be accepted in between.
     * @param list<string> $references
     * @param \Closure(Connection, string, list<string>): int $change gets a condition on the references
     */
    private function changeEach(array $references, \Closure $change): int
    {
        $changed = 0;
        foreach (array_chunk($references, self::AT_ONCE) as $some) {
            $changed += $this->database->write(
                static fn(Connection $connection): int => $change($connection, self::isOneOf($some), $some),
            );
        }

        return $changed;
    }

    /** @param list<string> $references */
    private static function isOneOf(array $references): string
    {
        return 'reference IN (' . implode(', ', array_fill(0, max(1, \count($references)), '?')) . ')';
    }

    /** @param list<string> $references */
    private static function delete(Connection $connection, string $in, array $references): int
    {
        $connection->change("DELETE FROM delivery WHERE {$in}", $references);

        return $connection->change("DELETE FROM enquiry WHERE {$in}", $references);
    }

    /** Deletes old enquiries, whatever their state. */
    public function purge(int $receivedBefore): void
    {
        $sql = 'SELECT reference FROM enquiry WHERE received_at < ? LIMIT ' . self::AT_ONCE;
        // In batches, so that enquiries can be accepted in between.
        do {
            $rows = $this->database->rows($sql, [$receivedBefore]);
            $this->erase(array_map(static fn(Row $row): string => $row->text('reference'), $rows));
        } while ($rows !== []);
    }

    /**
     * Queues failed or dismissed deliveries again.
     * @param string $target empty for all
     * @return bool whether there was any
     */
    public function retryFailed(string $reference, int $now, string $target = ''): bool
    {
        return $this->database->write(static function (Connection $connection) use ($reference, $now, $target): bool {
            $isOver = "reference = ? AND state IN ('failed', 'closed')";
            // In another enquiry, closed deliveries are those of targets that are configured no more.
            $queued = $connection->change(
                "UPDATE delivery SET state = 'waiting', due_at = ?, attempts = 0, unanswered = 0, lease = NULL WHERE "
                    . "{$isOver} AND ? IN ('', target) AND (state = 'failed' OR EXISTS (SELECT 1 FROM enquiry WHERE "
                    . "{$isOver}))",
                [$now, $reference, $target, $reference],
            );
            // An enquiry that was dismissed at once has no deliveries.
            $reopened = $queued > 0 || $target === '' ? $connection->change(
                "UPDATE enquiry SET state = 'waiting', noticed_at = NULL WHERE {$isOver}",
                [$reference],
            ) : 0;

            return $queued + $reopened > 0;
        });
    }

    /** @param list<string> $recipients who get the enquiry again, as a new mail */
    public function resend(StoredEnquiry $enquiry, array $recipients, int $now): void
    {
        $this->database->write(static function (Connection $connection) use ($enquiry, $recipients, $now): void {
            $isThere = $connection->change(
                "UPDATE enquiry SET state = 'waiting', resent_at = ?, noticed_at = NULL WHERE reference = ?",
                [$now, $enquiry->reference],
            ) > 0;
            foreach ($isThere ? $recipients : [] as $recipient) {
                $row = [$enquiry->reference, $recipient];
                $connection->change('DELETE FROM delivery WHERE reference = ? AND target = ?', $row);
                $connection->change(
                    'INSERT INTO delivery (reference, target, state, is_marked, due_at, attempts, unanswered) VALUES '
                        . "(?, ?, 'waiting', ?, ?, 0, 0)",
                    [...$row, (int) ($enquiry->flags !== []), $now],
                );
            }
        });
    }

    /** Lets all that wait be delivered now, except those that a process is delivering. */
    public function makeDue(int $now): void
    {
        $this->database->change(
            "UPDATE delivery SET due_at = ? WHERE state = 'waiting' AND lease IS NULL AND due_at > ?",
            [$now, $now],
        );
    }
}
