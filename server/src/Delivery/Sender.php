<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

use Enquiry\Store\RateExceeded;
use Enquiry\Store\StoreUnavailable;
use Psr\Clock\ClockInterface;
use Psr\Log\LoggerInterface;
use Random\Randomizer;

/**
 * Delivers one enquiry at a time, to each recipient once. If this process dies after the claim, the lease runs out and
 * another process sends the mail, with the same Message-ID.
 */
final readonly class Sender
{
    /** @param list<string> $recipients */
    public function __construct(
        private EnquiryQueue $queue,
        private Mailer $mailer,
        private array $recipients,
        private int $leaseSeconds,
        private ClockInterface $clock,
        private Timer $timer,
        private Randomizer $randomizer,
        private LoggerInterface $logger,
    ) {}

    public function deliverNext(): Outcome
    {
        $start = $this->timer->elapsed();
        try {
            $claim = $this->queue->claim($this->now(), $this->leaseSeconds, bin2hex($this->randomizer->getBytes(16)));
        } catch (RateExceeded) {
            return Outcome::Throttled;
        }

        return $claim === null ? Outcome::Idle : $this->deliver($claim, $start);
    }

    public function close(): void
    {
        $this->mailer->close();
    }

    private function deliver(LeasedEnquiry $claim, float $start): Outcome
    {
        $before = $claim->attempts - 1;
        if (RetrySchedule::isExhausted($before)) {
            return $this->giveUp($claim, $start, "It was tried {$before} times, and the process of the last attempt ended before it could store the outcome. PHP's error log may say why. failed:retry retries it.");
        }
        if ($claim->isAbandoned && $claim->unanswered > 1) {
            return $this->putOff($claim, $start, "The process that was mailing it ended before it could store the outcome, {$claim->unanswered} times by now, so the mail may have arrived. PHP's error log may say why.", [], true);
        }
        try {
            $enquiry = $claim->enquiry();
            $missing = self::inTurn($claim->missing($this->recipients), $before);
            $delivery = $missing === [] ? new DeliveryReport() : $this->mailer->send($enquiry, $missing, self::isEachAlone($claim), $this->recipients);
        } catch (\UnexpectedValueException $fault) {
            return $this->giveUp($claim, $start, $fault->getMessage(), ['exception' => $fault]);
        } catch (MailServerUnavailable $failure) {
            return $this->putBack($claim, $start, $failure);
        } catch (\Throwable $fault) {
            // An error in this program must not stop the enquiries behind this one.
            return $this->putOff($claim, $start, $fault->getMessage(), ['exception' => $fault]);
        }
        $claim = $claim->deliveredTo($delivery->accepted);
        if ($delivery->unanswered !== []) {
            $claim = $claim->unanswered();
        }

        return $delivery->isComplete()
            ? $this->finish($claim, $start)
            : $this->putOff($claim, $start, $delivery->shortfall(), array_filter(['refused' => $delivery->refused, 'unanswered' => $delivery->unanswered]), $delivery->unanswered !== []);
    }

    private function finish(LeasedEnquiry $claim, float $start): Outcome
    {
        $context = [
            'event' => 'sent',
            'reference' => $claim->reference,
            'attempt' => $claim->attempts,
            'milliseconds' => (int) (1e3 * ($this->timer->elapsed() - $start)),
            'secondsSinceReceipt' => max(0, $this->now() - $claim->receivedAt),
        ];
        if ($this->settle($claim, $start, fn(): bool => $this->queue->markSent($claim, $this->now()))) {
            $this->logger->info('An enquiry was mailed.', $context);
        } else {
            $this->logger->warning('An enquiry was mailed after its lease had run out, or after it was erased. It may arrive twice.', $context);
        }

        return Outcome::Sent;
    }

    /** @param array<string, mixed> $details */
    private function putOff(LeasedEnquiry $claim, float $start, string $reason, array $details, bool $isUnanswered = false): Outcome
    {
        $next = $isUnanswered
            ? RetrySchedule::afterNoAnswer($claim->unanswered, $this->now())
            : RetrySchedule::after($claim->attempts, $this->now());
        if ($next === null) {
            return $this->giveUp($claim, $start, $reason, $details);
        }
        $this->settle($claim, $start, fn(): bool => $this->queue->retryLater($claim, $next, self::withArrivals($reason, $claim)));
        $this->logPutOff($claim, $next, $details);

        return Outcome::PutOff;
    }

    private function putBack(LeasedEnquiry $claim, float $start, MailServerUnavailable $failure): Outcome
    {
        $next = RetrySchedule::whileUnreachable($claim->waitingSince(), $this->now());
        $this->settle($claim, $start, fn(): bool => $this->queue->putBack($claim, $next, self::withArrivals($failure->getMessage(), $claim)));
        $this->logPutOff($claim, $next, ['exception' => $failure]);

        return Outcome::Unreachable;
    }

    /** @param array<string, mixed> $details */
    private function logPutOff(LeasedEnquiry $claim, int $next, array $details): void
    {
        $this->logger->warning('An enquiry could not be mailed' . ($claim->deliveredTo === [] ? '' : ' to all') . '. It will be retried.', [
            'event' => 'put off',
            'reference' => $claim->reference,
            'attempt' => $claim->attempts,
            'secondsUntilNext' => $next - $this->now(),
        ] + $details);
    }

    /** @param array<string, mixed> $details */
    private function giveUp(LeasedEnquiry $claim, float $start, string $reason, array $details = []): Outcome
    {
        $this->settle($claim, $start, fn(): bool => $this->queue->giveUp($claim, self::withArrivals($reason, $claim)));
        $this->logger->error('An enquiry could not be mailed' . ($claim->deliveredTo === [] ? '' : ' to all') . ' and has failed. It is kept.', [
            'event' => 'failed',
            'reference' => $claim->reference,
            'attempt' => $claim->attempts,
        ] + $details);

        return Outcome::GivenUp;
    }

    /**
     * Retries until the lease ends, because a mail whose outcome is not stored is sent again.
     * @param \Closure(): bool $write
     * @throws StoreUnavailable
     */
    private function settle(LeasedEnquiry $claim, float $start, \Closure $write): bool
    {
        for ($isFirst = true;; $isFirst = false) {
            try {
                return $write();
            } catch (StoreUnavailable $failure) {
                if ($isFirst) {
                    $this->logger->error('The outcome of a mail cannot be stored. It will be retried.', ['event' => 'not noted', 'reference' => $claim->reference, 'exception' => $failure]);
                }
                if ($this->timer->elapsed() - $start >= $this->leaseSeconds) {
                    $this->logger->critical('The outcome of a mail could not be stored. The mail may arrive twice.', ['event' => 'not noted', 'reference' => $claim->reference, 'exception' => $failure]);
                    throw $failure;
                }
                $this->timer->pause();
            }
        }
    }

    private static function withArrivals(string $reason, LeasedEnquiry $claim): string
    {
        return $claim->deliveredTo === [] ? $reason : $reason . ' Arrived at ' . implode(', ', $claim->deliveredTo) . '.';
    }

    /** After no answer, as a mail to all would get none again; and every third time, for servers that refuse slowly. */
    private static function isEachAlone(LeasedEnquiry $claim): bool
    {
        return $claim->unanswered > 0 || $claim->attempts % 3 === 0;
    }

    /**
     * Each recipient comes first in turn, so that slow recipients do not always use up the time.
     * @param list<string> $recipients
     * @return list<string>
     */
    private static function inTurn(array $recipients, int $before): array
    {
        $first = $before % max(1, \count($recipients));

        return [...\array_slice($recipients, $first), ...\array_slice($recipients, 0, $first)];
    }

    private function now(): int
    {
        return $this->clock->now()->getTimestamp();
    }
}
