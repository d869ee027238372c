<?php

declare(strict_types=1);

namespace Enquiry\Operations;

use Enquiry\Database\Connection;
use Enquiry\Database\Database;
use Enquiry\Database\Meta;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Delivery\Dispatcher;
use Enquiry\Delivery\Intake;
use Enquiry\Shared\Clock;
use Psr\Log\LoggerInterface;

/** Delivers due enquiries, then does the daily chores and tells the operator what is wrong. */
final readonly class Worker
{
    /** Between two heartbeats, of which each is a write: with a minute of cron, less than QueueNumbers shows. */
    private const HEARTBEAT_SECONDS = 200;

    public function __construct(
        private Dispatcher $dispatcher,
        private Database $database,
        private Chores $chores,
        private Checkup $checkup,
        private ?Alerts $alerts,
        private Clock $clock,
        private LoggerInterface $logger,
    ) {}

    /**
     * @param int $seconds no delivery starts later
     * @return array{int, list<Finding>} the number of sent mails, and what is wrong afterwards
     */
    public function run(int $seconds): array
    {
        $mailed = 0;
        $failure = null;
        try {
            $times = $this->chores->times();
            $this->beat($times[QueueNumbers::WORKER_SEEN] ?? 0);
            $mailed = $this->dispatcher->deliver($seconds);
            // After the deliveries, so that a backup has their outcomes.
            $this->chores->doDue($times);
        } catch (StoreUnavailable $failure) {
            $this->logger->error('The worker cannot use the database. It will retry.', [
                'event' => 'store unavailable',
                'exception' => $failure,
            ]);
        }

        $findings = $this->checkup->findings($failure);
        $this->alerts?->tell($findings);

        return [$mailed, $findings];
    }

    /** Records that a worker runs. The same write deletes the rate limit's ended windows. */
    private function beat(int $seenAt): void
    {
        $now = $this->clock->time();
        if (abs($now - $seenAt) >= self::HEARTBEAT_SECONDS) {
            $this->database->write(static function (Connection $connection) use ($now): void {
                Meta::set($connection, QueueNumbers::WORKER_SEEN, $now);
                Intake::closeWindows($connection, $now);
            });
        }
    }
}
