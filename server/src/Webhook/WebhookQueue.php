<?php

declare(strict_types=1);

namespace Enquiry\Webhook;

use Enquiry\Database\Connection;
use Enquiry\Database\Database;
use Enquiry\Queue\Refused;
use Enquiry\Queue\StoredEnquiry;
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

    /** @param int $postsPerHour 0 for no limit */
    public function __construct(private Database $database, private int $postsPerHour = 0) {}

    public function isAnyDue(int $now): bool
    {
        $sql = 'SELECT id FROM enquiry WHERE webhook_due_at <= ? LIMIT 1';

        return $this->database->row($sql, [$now]) !== null;
    }

    /** @throws Refused */
    public function claim(int $now): ?StoredEnquiry
    {
        return $this->database->write(function (Connection $connection) use ($now): ?StoredEnquiry {
            $row = $connection->row(
                'SELECT * FROM enquiry WHERE webhook_due_at <= ? ORDER BY webhook_due_at, id LIMIT 1 '
                    . $connection->dialect->lockingClause(),
                [$now],
            );
            if ($row === null) {
                return null;
            }
            Throttle::countDelivery($connection, Throttle::WEBHOOK, $this->postsPerHour, $now);
            $connection->change(
                'UPDATE enquiry SET webhook_due_at = ?, webhook_attempts = webhook_attempts + 1 WHERE id = ?',
                [$now + self::LEASE_SECONDS, $row->number('id')],
            );

            return new StoredEnquiry($row);
        });
    }

    /**
     * @param ?int    $dueAt null if there is no next attempt
     * @param ?string $error null if it was delivered
     * @return bool false if another process has the enquiry by now, or if it was erased or dismissed
     */
    public function settle(StoredEnquiry $claimed, ?int $dueAt, ?string $error): bool
    {
        return $this->database->change(
            'UPDATE enquiry SET webhook_due_at = ?, webhook_error = ? WHERE id = ? AND webhook_attempts = ? AND '
                . 'webhook_due_at IS NOT NULL',
            [$dueAt, $error, $claimed->row->number('id'), self::attempt($claimed)],
        ) === 1;
    }

    /** @return int the number of attempts, including the one for which it was claimed */
    public static function attempt(StoredEnquiry $claimed): int
    {
        return $claimed->row->number('webhook_attempts') + 1;
    }

    /** Makes enquiries due that a clock put off too far before it was set back. */
    public function tidy(int $now): void
    {
        $this->database->change('UPDATE enquiry SET webhook_due_at = ? WHERE webhook_due_at > ?', [
            $now,
            $now + self::LONGEST_WAIT + Clock::SKEW,
        ]);
    }
}
