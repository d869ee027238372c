<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

use Enquiry\Database\DataFolder;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Enquiry\Forms;
use Enquiry\Shared\Clock;
use Enquiry\Shared\Text;
use Psr\Log\LoggerInterface;
use Psr\Log\LogLevel;

/**
 * Delivers one enquiry to one target at a time: claims, sends, stores the outcome. If this process dies before it has
 * stored the outcome, another one sends it again when the lease runs out, with the same Message-ID or webhook-id.
 */
final readonly class Dispatcher
{
    /** The sender of mail. The other one is Recipients::WEBHOOK. */
    public const MAIL = 'mail';

    /** After each delivery by a visit, so that other visitors get the database. */
    private const PAUSE_MILLISECONDS = 50;

    /**
     * @param array<string, \Closure(): ?Sender> $senders by name, the most important first; made on demand, and null
     *                                                    if it must not be used now
     * @param ?DataFolder                        $locks   has a lock for each sender, so that visits do not use up PHP's
     *                                                    processes while a server stalls; null for a process of cron
     */
    public function __construct(
        private DeliveryQueue $queue,
        private array $senders,
        private Forms $forms,
        private Clock $clock,
        private LoggerInterface $logger,
        private ?DataFolder $locks,
    ) {}

    /**
     * Delivers until nothing is due, nothing can be delivered or the time is up.
     * @return int the number of sent mails
     * @throws StoreUnavailable
     */
    public function deliver(int $seconds): int
    {
        $isAnyDue = null;
        $delivered = [];
        foreach ($this->senders as $name => $make) {
            $lock = $this->locks?->openPrivate("{$name}.lock");
            $isFree = $lock === null || flock($lock, \LOCK_EX | \LOCK_NB);
            $isDue = $isFree && ($isAnyDue ??= $this->queue->isAnyDue($this->clock->time()));
            $sender = $isDue ? $make() : null;
            if ($sender !== null) {
                // The seconds are for each: a mail server that does not answer must not delay the webhook.
                $delivered[$name] = $this->deliverBy($sender, $name === Recipients::WEBHOOK, $seconds);
            }
        }

        return $delivered[self::MAIL] ?? 0;
    }

    private function deliverBy(Sender $sender, bool $toWebhook, int $seconds): int
    {
        $end = $this->clock->elapsed() + $seconds;
        $delivered = 0;
        try {
            while ($this->clock->elapsed() < $end) {
                $leaseEnd = $this->clock->elapsed() + $sender->leaseSeconds();
                $claim = $this->queue->claim($sender->leaseSeconds(), $this->clock->time(), $toWebhook);
                if ($claim === false) {
                    break;
                }
                if ($claim !== true) {
                    $attempt = $this->attempt($sender, $claim);
                    $dueAt = $attempt->dueAt($claim, $this->clock->time());
                    $this->log($claim, $attempt, $dueAt, $this->store($claim, $attempt, $dueAt, $leaseEnd));
                    if ($attempt->isOutage) {
                        break;
                    }
                    $delivered += (int) ($attempt->outcome === Attempt::DELIVERED);
                }
                if ($this->locks !== null) {
                    $this->clock->pause(self::PAUSE_MILLISECONDS);
                }
            }
        } finally {
            $sender->close();
        }

        return $delivered;
    }

    private function attempt(Sender $sender, Claim $claim): Attempt
    {
        if (Attempt::secondsAfterSilence($claim->unanswered) === null) {
            return Attempt::givenUp(
                'The process that was delivering it ended before it could store the outcome, so it may have arrived. '
                    . "PHP's error log may say why. retry queues it again.",
            );
        }
        try {
            return $sender->send($claim, $claim->enquiry->decode($this->forms, $claim->resentAt));
        } catch (\UnexpectedValueException $damage) {
            return Attempt::givenUp($damage->getMessage());
        } catch (\Throwable $failure) {
            return Attempt::refused(Text::reasonOf($failure), failure: $failure);
        }
    }

    /**
     * Retries until the lease ends. If the outcome cannot be stored, another process delivers the enquiry again.
     * @return bool false if another process has the delivery by now, or if it was erased or dismissed
     * @throws StoreUnavailable
     */
    private function store(Claim $claim, Attempt $attempt, ?int $dueAt, float $leaseEnd): bool
    {
        $mayBeStored = false;
        while (true) {
            try {
                // After a COMMIT whose answer was lost, the delivery may be settled already.
                return $this->queue->settle($claim, $attempt, $dueAt, $this->clock->time()) || $mayBeStored;
            } catch (StoreUnavailable $failure) {
                $mayBeStored = $mayBeStored || $failure->isUndecided;
                if ($this->clock->elapsed() >= $leaseEnd) {
                    $this->logger->error(
                        'The database did not confirm the outcome of a delivery. It may arrive twice.',
                        ['event' => 'not noted', ...self::names($claim), 'exception' => $failure],
                    );
                    throw $failure;
                }
                $this->clock->pause(500);
            }
        }
    }

    private function log(Claim $claim, Attempt $attempt, ?int $dueAt, bool $isStored): void
    {
        $isDelivered = $attempt->outcome === Attempt::DELIVERED;
        [$level, $event, $message] = match (true) {
            $isDelivered && $isStored => [LogLevel::INFO, 'delivered', 'An enquiry was delivered.'],
            $isDelivered => [
                LogLevel::WARNING,
                'delivered',
                'An enquiry was delivered after its lease had run out, or after it was erased. It may arrive twice.',
            ],
            $dueAt === null => [
                LogLevel::ERROR,
                'failed',
                'An enquiry could not be delivered and will not be retried. It is kept.',
            ],
            default => [LogLevel::WARNING, 'put off', 'An enquiry could not be delivered. It will be retried.'],
        };
        $this->logger->log($level, $message, array_filter([
            'event' => $event,
            ...self::names($claim),
            'error' => $attempt->error,
            'secondsUntilNext' => $dueAt === null ? null : $dueAt - $this->clock->time(),
            'exception' => $attempt->failure,
        ], static fn(mixed $detail): bool => !\in_array($detail, ['', null], true)));
    }

    /** @return array<string, int|string> for the log */
    private static function names(Claim $claim): array
    {
        return [
            'reference' => $claim->enquiry->reference,
            'target' => $claim->target,
            'attempt' => $claim->attempts + $claim->unanswered + 1,
        ];
    }
}
