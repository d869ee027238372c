<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

use Enquiry\Database\Connection;
use Enquiry\Database\Database;
use Enquiry\Database\Row;
use Enquiry\Enquiry\Enquiry;
use Enquiry\Enquiry\Message;

/** Reads stored enquiries with their deliveries. DeliveryQueue changes them. */
final readonly class EnquiryRepository
{
    private const AT_ONCE = 100;

    /** One more than a mail counts: it then says "Another". */
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
    public function newest(?Status $status = null, int $receivedSince = 0, int $receivedBefore = \PHP_INT_MAX): iterable
    {
        [$at, $id] = [$receivedBefore - 1, \PHP_INT_MAX];
        $order = 'ORDER BY received_at DESC, id DESC';
        // From an index alone: sorting whole rows takes long.
        $page = 'SELECT id FROM enquiry WHERE received_at >= ? AND received_at <= ? AND (received_at < ? OR id < ?) '
            . 'AND ' . ($status?->condition() ?? '1 = 1') . " {$order} LIMIT " . self::AT_ONCE;
        $condition = "id IN (SELECT id FROM ({$page}) AS page) {$order}";
        do {
            $records = $this->select($condition, [$receivedSince, $at, $at, $id]);
            foreach ($records as $record) {
                yield $record;
                [$at, $id] = [$record->receivedAt, $record->id];
            }
        } while ($records !== []);
    }

    public static function count(Connection $connection, Status $status): int
    {
        $sql = "SELECT COUNT(*) AS number FROM enquiry WHERE {$status->condition()}";

        return $connection->one($sql)->number('number');
    }

    /**
     * @param 'email'|'phone' $column
     * @param string          $value  as it is stored
     * @return list<StoredEnquiry> of one person, oldest first
     */
    public function from(string $column, string $value): array
    {
        return $this->select("{$column} = ? ORDER BY received_at, id", [$value]);
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
            $places = implode(', ', array_fill(0, \count($references), '?'));
            $sql = "SELECT * FROM delivery WHERE reference IN ({$places}) ORDER BY id";
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
        $condition = "{$column} = ? AND received_at <= ? AND (received_at < ? OR id < ?) ORDER BY received_at DESC, id "
            . 'DESC LIMIT ' . self::MOST_EARLIER;
        $values = [$value, $enquiry->receivedAt, $enquiry->receivedAt, $id];
        $enquiry->earlier = [];
        foreach ($value === '' ? [] : $this->select($condition, $values) as $record) {
            $fields = $record->form === $message->form->name ? (array) $record->fields() : [];
            $enquiry->earlier[] = [
                'reference' => $record->reference,
                'receivedAt' => $record->receivedAt,
                'subject' => Message::stored($fields, $message->form)->inRole('subject'),
            ];
        }
    }
}
