<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\DataFolder;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Enquiry\Enquiry;
use Enquiry\Enquiry\Forms;
use Enquiry\Enquiry\UnknownForm;
use Psr\Clock\ClockInterface;
use Psr\Log\LoggerInterface;
use Random\Randomizer;

/**
 * Delivers one enquiry or one digest at a time, to each recipient once. If this process dies after the claim, another
 * process takes
 * the enquiry over and sends the mail with the same Message-ID: on this machine soon, elsewhere when the lease runs
 * out.
 */
final readonly class Sender
{
    /** @param list<string> $recipients */
    public function __construct(
        private EnquiryQueue $queue,
        private DataFolder $folder,
        private Forms $forms,
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
        $lease = bin2hex($this->randomizer->getBytes(16));
        // Its file stays if the database fails, and takeOver() finds it.
        $lock = LeaseLock::take($this->folder, $lease);
        try {
            $claim = $this->queue->claim($this->now(), $this->leaseSeconds, $lease);
            $outcome = $claim === null ? Outcome::Idle : $this->deliver($claim, $start, $lock);
        } catch (RateExceeded) {
            $outcome = Outcome::Throttled;
        }
        $lock->remove();

        return $outcome;
    }

    /** Makes due what processes of this machine left behind: they died, or the answer to their claim was lost. */
    public function takeOver(): void
    {
        LeaseLock::takeOver(
            $this->folder,
            fn(string $lease, bool $isUnsent) => $this->queue->release($lease, $isUnsent, $this->now()),
        );
    }

    public function close(): void
    {
        $this->mailer->close();
    }

    private function deliver(Claim $claim, float $start, LeaseLock $lock): Outcome
    {
        $lock->beforeSending();
        $before = $claim->attempts - 1;
        if (RetrySchedule::isExhausted($before)) {
            return $this->giveUp(
                $claim,
                $start,
                "It was tried {$before} times, and the process of the last attempt ended before it could store the "
                    . "outcome. PHP's error log may say why. retry queues it again.",
            );
        }
        if ($claim->isAbandoned && $claim->unanswered > 1) {
            return $this->putOff(
                $claim,
                $start,
                "The process that was mailing it ended before it could store the outcome, {$claim->unanswered} times "
                    . "by now, so the mail may have arrived. PHP's error log may say why.",
                [],
                true,
            );
        }
        try {
            $enquiries = $claim->enquiries($this->forms);
            $missing = self::inTurn($claim->missing($this->recipients), $before);
            $delivery = match (true) {
                $missing === [] => new DeliveryReport(),
                $claim->isDigest() => $this->mailer->sendDigest(
                    $enquiries,
                    $missing,
                    self::isEachAlone($claim),
                    $this->recipients,
                ),
                default => $this->mailer->send($enquiries[0], $missing, self::isEachAlone($claim), $this->recipients),
            };
        } catch (\UnexpectedValueException $fault) {
            return $claim->isDigest()
                ? $this->putOff($claim, $start, $fault->getMessage(), ['exception' => $fault])
                : $this->giveUp($claim, $start, $fault->getMessage(), ['exception' => $fault]);
        } catch (UnknownForm|MailServerUnavailable $failure) {
            return $this->putBack($claim, $start, $failure);
        } catch (\Throwable $fault) {
            // An error in this program must not stop the enquiries behind this one.
            return $this->putOff($claim, $start, $fault->getMessage(), ['exception' => $fault]);
        }
        $claim = $claim->deliveredTo($delivery->accepted);
        if ($delivery->unanswered !== []) {
            $claim = $claim->unanswered();
        }
        if ($delivery->isComplete()) {
            return $this->finish($claim, $start);
        }
        $details = array_filter(['refused' => $delivery->refused, 'unanswered' => $delivery->unanswered]);

        return $this->isHopeless($claim, $delivery) && $this->isTold($enquiries[0], $delivery)
            ? $this->giveUp(
                $claim,
                $start,
                "{$delivery->shortfall()} The mail server refuses this text. A notice without it was sent instead.",
                $details,
            )
            : $this->putOff(
                $claim,
                $start,
                $delivery->shortfall(),
                $details,
                $delivery->unanswered !== [],
                !$delivery->isTextUnjudged(),
            );
    }

    /** At every third attempt each recipient got a mail of its own: none of them accepts this text. */
    private function isHopeless(Claim $claim, DeliveryReport $delivery): bool
    {
        return !$claim->isDigest() && $claim->attempts % 3 === 0 && $delivery->isTextRefusedForGood();
    }

    /** A server that refuses the notice too refuses more than this text: then the enquiry is retried. */
    private function isTold(Enquiry $enquiry, DeliveryReport $delivery): bool
    {
        try {
            $recipients = array_keys($delivery->refused);

            return $this->mailer->sendNotice(
                $enquiry,
                DeliveryReport::withoutWords($delivery->shortfall(), $recipients),
                $recipients,
            )->accepted !== [];
        } catch (MailServerUnavailable) {
            return false;
        }
    }

    private function finish(Claim $claim, float $start): Outcome
    {
        $context = [
            'event' => 'sent',
            ...self::names($claim),
            'attempt' => $claim->attempts,
            'milliseconds' => (int) (1e3 * ($this->timer->elapsed() - $start)),
            'secondsSinceReceipt' => max(0, $this->now() - $claim->receivedAt()),
        ];
        if ($this->settle($claim, $start, fn(): bool => $this->queue->markSent($claim, $this->now()))) {
            $this->logger->info(self::subject($claim) . ' was mailed.', $context);
        } else {
            $this->logger->warning(
                self::subject($claim)
                    . ' was mailed after its lease had run out, or after it was erased. It may arrive twice.',
                $context,
            );
        }

        return Outcome::Sent;
    }

    /**
     * @param array<string, mixed> $details
     * @param bool                 $apart   no digest again, because one of its enquiries may be the reason
     */
    private function putOff(
        Claim $claim,
        float $start,
        string $reason,
        array $details,
        bool $isUnanswered = false,
        bool $apart = true,
    ): Outcome {
        $next = $isUnanswered
            // A killed process costs no wait the first time.
            ? RetrySchedule::afterNoAnswer($claim->unanswered - (int) $claim->isAbandoned, $this->now())
            : RetrySchedule::after($claim->attempts, $this->now());
        if ($next === null) {
            return $this->giveUp($claim, $start, $reason, $details);
        }
        $this->settle(
            $claim,
            $start,
            fn(): bool => $this->queue->retryLater($claim, $next, self::withArrivals($reason, $claim), $apart),
        );
        $this->logPutOff($claim, $next, $details);

        return Outcome::PutOff;
    }

    /** An attempt that does not count, because no enquiry is the reason. */
    private function putBack(Claim $claim, float $start, UnknownForm|MailServerUnavailable $failure): Outcome
    {
        $next = RetrySchedule::whileUnreachable($claim->waitingSince(), $this->now());
        $this->settle(
            $claim,
            $start,
            fn(): bool => $this->queue->putBack($claim, $next, self::withArrivals($failure->getMessage(), $claim)),
        );
        $this->logPutOff($claim, $next, ['exception' => $failure]);

        return $failure instanceof UnknownForm ? Outcome::PutOff : Outcome::Unreachable;
    }

    /** @param array<string, mixed> $details */
    private function logPutOff(Claim $claim, int $next, array $details): void
    {
        $this->logger->warning(
            self::subject($claim)
                . ' could not be mailed'
                . ($claim->deliveredTo === [] ? '' : ' to all')
                . '. It will be retried.',
            [
                'event' => 'put off',
                ...self::names($claim),
                'attempt' => $claim->attempts,
                'secondsUntilNext' => $next - $this->now(),
            ] + $details,
        );
    }

    /** @param array<string, mixed> $details */
    private function giveUp(Claim $claim, float $start, string $reason, array $details = []): Outcome
    {
        $this->settle($claim, $start, fn(): bool => $this->queue->giveUp($claim, self::withArrivals($reason, $claim)));
        $this->logger->error(
            self::subject($claim)
                . ' could not be mailed'
                . ($claim->deliveredTo === [] ? '' : ' to all')
                . ' and has failed. It is kept.',
            [
                'event' => 'failed',
                ...self::names($claim),
                'attempt' => $claim->attempts,
            ] + $details,
        );

        return Outcome::GivenUp;
    }

    /**
     * Retries until the lease ends. If the outcome cannot be stored, another process sends the mail again.
     * @param \Closure(): bool $write
     * @throws StoreUnavailable
     */
    private function settle(Claim $claim, float $start, \Closure $write): bool
    {
        $mayBeStored = false;
        for ($isFirst = true;; $isFirst = false) {
            try {
                return $write() || $mayBeStored;
            } catch (StoreUnavailable $failure) {
                $mayBeStored = $mayBeStored || $failure->isUndecided();
                if ($isFirst) {
                    $this->logger->error('The outcome of a mail cannot be stored. It will be retried.', [
                        'event' => 'not noted',
                        ...self::names($claim),
                        'exception' => $failure,
                    ]);
                }
                if ($this->timer->elapsed() - $start >= $this->leaseSeconds) {
                    $this->logger->critical('The outcome of a mail could not be stored. The mail may arrive twice.', [
                        'event' => 'not noted',
                        ...self::names($claim),
                        'exception' => $failure,
                    ]);
                    throw $failure;
                }
                $this->timer->pause();
            }
        }
    }

    private static function subject(Claim $claim): string
    {
        return $claim->isDigest() ? 'A digest of ' . \count($claim->references()) . ' enquiries' : 'An enquiry';
    }

    /** @return array<string, list<string>|string> for the log */
    private static function names(Claim $claim): array
    {
        return $claim->isDigest() ? ['references' => $claim->references()] : ['reference' => $claim->references()[0]];
    }

    private static function withArrivals(string $reason, Claim $claim): string
    {
        return $claim->deliveredTo === []
            ? $reason
            : $reason . ' Arrived at ' . implode(', ', $claim->deliveredTo) . '.';
    }

    /** Some servers answer too slowly if a mail has several recipients. */
    private static function isEachAlone(Claim $claim): bool
    {
        return $claim->unanswered > 0 || $claim->attempts % 3 === 0;
    }

    /**
     * Each attempt begins with another recipient. Otherwise a slow one would always use up the time of the others.
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
