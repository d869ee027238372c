<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\Connection;
use Enquiry\Database\Database;
use Enquiry\Database\Meta;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Shared\Clock;
use Psr\Log\LoggerInterface;

/** Delivers due enquiries, then does the daily chores and tells the operator what is wrong. */
final readonly class Worker
{
    /** Between two heartbeats. Each is a write. */
    private const HEARTBEAT_SECONDS = 300;

    /** @param list<Sender> $senders the most important first */
    public function __construct(
        private Dispatcher $dispatcher,
        private array $senders,
        private Database $database,
        private Chores $chores,
        private Checkup $checkup,
        private Alerts $alerts,
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
            $times = $this->beat();
            $mailed = $this->deliver($seconds);
            // After the deliveries, so that a backup has their outcomes.
            $this->chores->doDue($times);
        } catch (StoreUnavailable $failure) {
            $this->logger->error('The worker cannot use the database. It will retry.', [
                'event' => 'store unavailable',
                'exception' => $failure,
            ]);
        }

        return [$mailed, $this->tellOperators($failure)];
    }

    /**
     * Delivers until nothing is due, nothing can be delivered or the time is up.
     * @return int the number of sent mails
     * @throws StoreUnavailable
     */
    public function deliver(int $seconds): int
    {
        $mailed = 0;
        foreach ($this->dispatcher->isAnyDue() ? $this->senders : [] as $sender) {
            // For each: a mail server that does not answer must not delay the webhook.
            $end = $this->clock->elapsed() + $seconds;
            try {
                while ($this->clock->elapsed() < $end) {
                    $attempt = $this->dispatcher->deliverNext($sender);
                    if ($attempt === null || $attempt->isOutage) {
                        break;
                    }
                    $mailed += (int) ($attempt->outcome === Attempt::DELIVERED && !$sender->isWebhook());
                }
            } finally {
                $sender->close();
            }
        }

        return $mailed;
    }

    /** @return list<Finding> */
    private function tellOperators(?StoreUnavailable $failure): array
    {
        $findings = $this->checkup->findings($failure);
        try {
            $this->alerts->tell($findings);
        } catch (StoreUnavailable $failure) {
            $this->logger->error('No alert can be mailed.', ['event' => 'no alert', 'exception' => $failure]);
        }

        return $findings;
    }

    /**
     * Records that a worker runs. The same write deletes expired codes of addresses.
     * @return array<string, int> see Chores::times()
     */
    private function beat(): array
    {
        $times = $this->chores->times();
        $now = $this->clock->time();
        if (abs($now - ($times[QueueNumbers::WORKER_SEEN] ?? 0)) >= self::HEARTBEAT_SECONDS) {
            $this->database->write(static function (Connection $connection) use ($now): void {
                Meta::set($connection, QueueNumbers::WORKER_SEEN, $now);
                Intake::closeWindows($connection, $now);
                DeliveryQueue::tidy($connection, $now);
            });
        }

        return $times;
    }
}
