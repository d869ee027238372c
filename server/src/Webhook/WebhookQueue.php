<?php

declare(strict_types=1);

namespace Enquiry\Webhook;

use Enquiry\Database\Connection;
use Enquiry\Database\Database;
use Enquiry\Database\Row;
use Enquiry\Queue\RateExceeded;
use Enquiry\Queue\Throttle;
use Enquiry\Shared\Clock;

/**
 * The enquiries that wait for the webhook: those with a webhook_due_at. A claim moves it forward and counts an attempt.
 * The number of attempts protects the row from a process that was too slow.
 */
final readonly class WebhookQueue
{
    public const LONGEST_WAIT = 86_400;

    /** Longer than WebhookClient::MOST_SECONDS. After it, the enquiry of a process that died is due again. */
    private const LEASE_SECONDS = 60;

    public function __construct(private Database $database, private ?Throttle $throttle) {}

    public function isAnyDue(int $now): bool
    {
        return $this->database->read(
            static fn(Connection $connection): bool => self::due($connection, $now) !== null,
        );
    }

    /** @return ?Row with the number of earlier attempts @throws RateExceeded */
    public function claim(int $now): ?Row
    {
        return $this->database->write(function (Connection $connection) use ($now): ?Row {
            $row = self::due($connection, $now, $connection->dialect->lockingClause());
            if ($row === null) {
                return null;
            }
            $this->throttle?->countDelivery($connection, Throttle::WEBHOOK, $now);
            $connection->change(
                'UPDATE enquiry SET webhook_due_at = ?, webhook_attempts = webhook_attempts + 1 WHERE id = ?',
                [$now + self::LEASE_SECONDS, $row->number('id')],
            );

            return $row;
        });
    }

    /**
     * @param ?int    $dueAt null if there is no next attempt
     * @param ?string $error null if it was delivered
     * @return bool false if another process has the enquiry by now, or if it was erased or dismissed
     */
    public function settle(Row $claimed, ?int $dueAt, ?string $error): bool
    {
        return $this->database->change(
            'UPDATE enquiry SET webhook_due_at = ?, webhook_error = ? WHERE id = ? AND webhook_attempts = ? AND '
                . 'webhook_due_at IS NOT NULL',
            [$dueAt, $error, $claimed->number('id'), $claimed->number('webhook_attempts') + 1],
        ) === 1;
    }

    /** Makes enquiries due that a clock put off too far before it was set back. */
    public function tidy(int $now): void
    {
        $this->database->change('UPDATE enquiry SET webhook_due_at = ? WHERE webhook_due_at > ?', [
            $now,
            $now + self::LONGEST_WAIT + Clock::SKEW,
        ]);
    }

    private static function due(Connection $connection, int $now, string $lockingClause = ''): ?Row
    {
        return $connection->row(
            "SELECT * FROM enquiry WHERE webhook_due_at <= ? ORDER BY webhook_due_at, id LIMIT 1 {$lockingClause}",
            [$now],
        );
    }
}
