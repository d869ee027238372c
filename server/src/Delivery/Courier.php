<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

use Enquiry\Mail\DeliveryFailed;
use Enquiry\Mail\EnquiryMail;
use Enquiry\Mail\SmtpMailer;
use Enquiry\Stopwatch;
use Enquiry\Storage\Claim;
use Enquiry\Storage\Outbox;
use Enquiry\Storage\RateExceeded;
use Enquiry\Storage\UndecodableEnquiry;
use Psr\Clock\ClockInterface;
use Psr\Log\LoggerInterface;
use Random\Randomizer;

/**
 * Delivers one enquiry at a time. The claim is stored before a word is said to the mail server; if this
 * process dies after that, the lease runs out and another sends the mail, under the same Message-ID.
 */
final readonly class Courier
{
    /** @param list<string> $recipients */
    public function __construct(
        private Outbox $outbox,
        private SmtpMailer $mailer,
        private array $recipients,
        private int $leaseSeconds,
        private ClockInterface $clock,
        private Randomizer $randomizer,
        private LoggerInterface $logger,
    ) {}

    public function deliverNext(): Outcome
    {
        try {
            $claim = $this->outbox->claim($this->now(), $this->leaseSeconds, bin2hex($this->randomizer->getBytes(16)));
        } catch (RateExceeded) {
            return Outcome::Braked;
        }

        return $claim === null ? Outcome::Idle : $this->deliver($claim);
    }

    /** Ends the connection to the mail server in good manners; the next mail opens another. */
    public function close(): void
    {
        $this->mailer->close();
    }

    private function deliver(Claim $claim): Outcome
    {
        $start = Stopwatch::now();
        try {
            $delivery = $this->mailer->send(EnquiryMail::about($claim->enquiry(), $this->clock->now()), $this->recipients);
        } catch (UndecodableEnquiry $fault) {
            return $this->giveUp($claim, $fault);
        } catch (DeliveryFailed $failure) {
            $next = $failure->unanswered ? RetrySchedule::afterNoAnswer($claim->attempts, $this->now()) : RetrySchedule::after($claim->attempts, $this->now());
            $outcome = $this->putOff($claim, $failure, $next);

            return $failure->unreachable ? Outcome::Unreachable : $outcome;
        } catch (\Throwable $fault) {
            // A fault of our own with this one enquiry: the next release may mend it, and others wait behind it.
            return $this->putOff($claim, $fault, RetrySchedule::after($claim->attempts, $this->now()));
        }
        if ($delivery->refused !== []) {
            $this->logger->warning('The mail server refused a recipient.', ['event' => 'recipient refused', 'reference' => $claim->reference, 'refused' => $delivery->refused]);
        }
        $context = [
            'event' => 'sent',
            'reference' => $claim->reference,
            'attempt' => $claim->attempts,
            'milliseconds' => (int) (1e3 * (Stopwatch::now() - $start)),
            'secondsSinceReceipt' => max(0, $this->now() - $claim->receivedAt),
        ];
        if ($this->outbox->markSent($claim, $this->now())) {
            $this->logger->info('An enquiry was mailed.', $context);
        } else {
            $this->logger->warning('An enquiry was mailed after its lease had run out; it may arrive twice.', $context);
        }

        return Outcome::Sent;
    }

    private function putOff(Claim $claim, \Throwable $failure, ?int $next): Outcome
    {
        if ($next === null) {
            return $this->giveUp($claim, $failure);
        }
        $this->outbox->retryLater($claim, $next, $failure->getMessage());
        $this->logger->warning('An enquiry could not be mailed; it is tried again.', [
            'event' => 'put off',
            'reference' => $claim->reference,
            'attempt' => $claim->attempts,
            'secondsUntilNext' => $next - $this->now(),
            'exception' => $failure,
        ]);

        return Outcome::PutOff;
    }

    private function giveUp(Claim $claim, \Throwable $failure): Outcome
    {
        $this->outbox->giveUp($claim, $failure->getMessage());
        $this->logger->error('An enquiry could not be mailed and has failed; it is kept.', [
            'event' => 'failed',
            'reference' => $claim->reference,
            'attempt' => $claim->attempts,
            'exception' => $failure,
        ]);

        return Outcome::GivenUp;
    }

    private function now(): int
    {
        return $this->clock->now()->getTimestamp();
    }
}
