<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\StoreUnavailable;
use Enquiry\Enquiry\Forms;
use Enquiry\Enquiry\InvalidForm;
use Enquiry\Shared\Clock;
use Psr\Log\LoggerInterface;
use Psr\Log\LogLevel;

/**
 * Delivers one enquiry to one target at a time: claims, sends, stores the outcome. If this process dies before it has
 * stored the outcome, another one sends it again when the lease runs out, with the same Message-ID or webhook-id.
 */
final readonly class Dispatcher
{
    public function __construct(
        private DeliveryQueue $queue,
        private Forms $forms,
        private Clock $clock,
        private LoggerInterface $logger,
    ) {}

    /** @throws StoreUnavailable */
    public function isAnyDue(): bool
    {
        return $this->queue->isAnyDue($this->clock->time());
    }

    /**
     * @return ?Attempt null if nothing is due, or DELIVERY_PER_HOUR is reached
     * @throws StoreUnavailable
     */
    public function deliverNext(Sender $sender): ?Attempt
    {
        $leaseEnd = $this->clock->elapsed() + $sender->leaseSeconds();
        $claim = $this->queue->claim($sender->leaseSeconds(), $this->clock->time(), $sender->isWebhook());
        if ($claim === null) {
            return null;
        }
        $attempt = $this->attempt($sender, $claim);
        $dueAt = $attempt->dueAt($claim, $this->clock->time());
        $this->log($claim, $attempt, $dueAt, $this->store($claim, $attempt, $dueAt, $leaseEnd));

        return $attempt;
    }

    private function attempt(Sender $sender, Claim $claim): Attempt
    {
        if ($claim->isAbandoned && $claim->unanswered > 1) {
            return Attempt::abandoned($claim->unanswered);
        }
        try {
            return $sender->send($claim, $claim->enquiry->decode($this->forms));
        } catch (InvalidForm|StoreUnavailable $failure) {
            // Another release may have the form.
            return Attempt::postponed($failure, isOutage: false);
        } catch (\UnexpectedValueException $damage) {
            return Attempt::givenUp($damage->getMessage());
        } catch (\Throwable $failure) {
            return Attempt::broken($failure);
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
                $this->clock->pause();
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
