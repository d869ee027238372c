<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

use Enquiry\Store\RateExceeded;
use Enquiry\Store\StoreUnavailable;
use Psr\Clock\ClockInterface;
use Psr\Log\LoggerInterface;
use Random\Randomizer;

/**
 * Delivers one enquiry at a time, to each recipient once. The claim is stored before a word is said to the mail
 * server; if this process dies after that, the lease runs out and another sends the mail, under the same Message-ID.
 */
final readonly class Sender
{
    /**
     * @param list<string>                       $recipients
     * @param \Closure(): float                  $stopwatch  in seconds
     * @param \Closure(): void                   $pause      waits a moment for a store that is away
     */
    public function __construct(
        private EnquiryQueue $outbox,
        private Mailer $mailer,
        private array $recipients,
        private int $leaseSeconds,
        private ClockInterface $clock,
        private \Closure $stopwatch,
        private \Closure $pause,
        private Randomizer $randomizer,
        private LoggerInterface $logger,
    ) {}

    public function deliverNext(): Outcome
    {
        $start = ($this->stopwatch)();
        try {
            $claim = $this->outbox->claim($this->now(), $this->leaseSeconds, bin2hex($this->randomizer->getBytes(16)));
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
            return $this->giveUp($claim, $start, "It was tried {$before} times, and the last attempt ended with its process. PHP's error log may say why; failed:retry tries again.");
        }
        if ($claim->isAbandoned && $claim->unanswered > 1) {
            return $this->putOff($claim, $start, "The process that was mailing it ended before it could note what became of it, {$claim->unanswered} times by now, so it may have arrived. PHP's error log may say why.", [], true);
        }
        $missing = self::inTurn($claim->missing($this->recipients), $before);
        try {
            $enquiry = $claim->enquiry();
            $delivery = $missing === [] ? new DeliveryReport() : $this->mailer->send($enquiry, $missing, self::isEachAlone($claim));
        } catch (\UnexpectedValueException $fault) {
            return $this->giveUp($claim, $start, $fault->getMessage(), ['exception' => $fault]);
        } catch (MailServerUnavailable $failure) {
            return $this->putBack($claim, $start, $failure);
        } catch (\Throwable $fault) {
            // A fault of our own with this one enquiry: the next release may mend it, and others wait behind it.
            return $this->putOff($claim, $start, self::told($fault), ['exception' => $fault]);
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
            'milliseconds' => (int) (1e3 * (($this->stopwatch)() - $start)),
            'secondsSinceReceipt' => max(0, $this->now() - $claim->receivedAt),
        ];
        if ($this->settle($claim, $start, fn(): bool => $this->outbox->markSent($claim, $this->now()))) {
            $this->logger->info('An enquiry was mailed.', $context);
        } else {
            $this->logger->warning('An enquiry was mailed that was somebody else\'s by then: its lease had run out, and it may arrive twice, or it was erased meanwhile.', $context);
        }

        return Outcome::Sent;
    }

    /** @param array<string, mixed> $details for the log */
    private function putOff(LeasedEnquiry $claim, float $start, string $reason, array $details, bool $isUnanswered = false): Outcome
    {
        $next = $isUnanswered
            ? RetrySchedule::afterNoAnswer($claim->unanswered, $this->now())
            : RetrySchedule::after($claim->attempts, $this->now());
        if ($next === null) {
            return $this->giveUp($claim, $start, $reason, $details);
        }
        $this->settle($claim, $start, fn(): bool => $this->outbox->retryLater($claim, $next, self::withArrivals($reason, $claim)));
        $this->logger->warning('An enquiry could not be mailed' . ($claim->deliveredTo === [] ? '' : ' to all') . '; it is tried again.', [
            'event' => 'put off',
            'reference' => $claim->reference,
            'attempt' => $claim->attempts,
            'secondsUntilNext' => $next - $this->now(),
        ] + $details);

        return Outcome::PutOff;
    }

    private function putBack(LeasedEnquiry $claim, float $start, MailServerUnavailable $failure): Outcome
    {
        $next = RetrySchedule::whileUnreachable($claim->waitingSince(), $this->now());
        $this->settle($claim, $start, fn(): bool => $this->outbox->putBack($claim, $next, self::withArrivals($failure->getMessage(), $claim)));
        $this->logger->warning('An enquiry could not be mailed; it is tried again.', [
            'event' => 'put off',
            'reference' => $claim->reference,
            'attempt' => $claim->attempts,
            'secondsUntilNext' => $next - $this->now(),
            'exception' => $failure,
        ]);

        return Outcome::Unreachable;
    }

    /** @param array<string, mixed> $details for the log */
    private function giveUp(LeasedEnquiry $claim, float $start, string $reason, array $details = []): Outcome
    {
        $this->settle($claim, $start, fn(): bool => $this->outbox->giveUp($claim, self::withArrivals($reason, $claim)));
        $this->logger->error('An enquiry could not be mailed' . ($claim->deliveredTo === [] ? '' : ' to all') . ' and has failed; it is kept.', [
            'event' => 'failed',
            'reference' => $claim->reference,
            'attempt' => $claim->attempts,
        ] + $details);

        return Outcome::GivenUp;
    }

    /**
     * What is not noted is mailed again, so a store that is away is waited for as long as the lease keeps others
     * from the enquiry.
     *
     * @param \Closure(): bool $write
     *
     * @throws StoreUnavailable
     */
    private function settle(LeasedEnquiry $claim, float $start, \Closure $write): bool
    {
        for ($isFirst = true;; $isFirst = false) {
            try {
                return $write();
            } catch (StoreUnavailable $failure) {
                if ($isFirst) {
                    $this->logger->error('What became of a mail cannot be noted; that is tried again.', ['event' => 'not noted', 'reference' => $claim->reference, 'exception' => $failure]);
                }
                if (($this->stopwatch)() - $start >= $this->leaseSeconds) {
                    $this->logger->critical('What became of a mail could not be noted; it may arrive twice.', ['event' => 'not noted', 'reference' => $claim->reference, 'exception' => $failure]);
                    throw $failure;
                }
                ($this->pause)();
            }
        }
    }

    /** Of what PHP itself found wrong with our code, such as half an upload of it, the place too. */
    private static function told(\Throwable $fault): string
    {
        $file = strtr(substr($fault->getFile(), \strlen(\dirname(__DIR__, 2)) + 1), '\\', '/');

        return $fault instanceof \Error ? $fault::class . " in {$file}:{$fault->getLine()}: {$fault->getMessage()}" : $fault->getMessage();
    }

    private static function withArrivals(string $reason, LeasedEnquiry $claim): string
    {
        return $claim->deliveredTo === [] ? $reason : $reason . ' Arrived at ' . implode(', ', $claim->deliveredTo) . '.';
    }

    /**
     * One mail to all would end as before where that had no answer. Every third attempt does without it too, because
     * a slow refusal of all leaves no time for a mail to each.
     */
    private static function isEachAlone(LeasedEnquiry $claim): bool
    {
        return $claim->unanswered > 0 || $claim->attempts % 3 === 0;
    }

    /**
     * Each comes first in turn, so that nobody always finds the time used up by the others.
     *
     * @param list<string> $recipients
     *
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
