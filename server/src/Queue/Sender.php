<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\DataFolder;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Enquiry\Enquiry;
use Enquiry\Enquiry\Forms;
use Enquiry\Enquiry\InvalidForm;
use Enquiry\Mail\DeliveryReport;
use Enquiry\Mail\Envelope;
use Enquiry\Mail\MailServerUnavailable;
use Enquiry\Mail\SmtpMailer;
use Enquiry\Shared\Clock;
use Psr\Log\LoggerInterface;
use Psr\Log\LogLevel;

/**
 * Mails one enquiry or one digest at a time, to each recipient once. If this process dies after the claim, another
 * process sends the mail again with the same Message-ID: on this machine soon, elsewhere when the lease runs out.
 */
final readonly class Sender implements Destination
{
    /**
     * @param list<string> $recipients
     * @param list<string> $operators  who gets the notices; empty: the recipients that refused the mail
     */
    public function __construct(
        private EnquiryQueue $queue,
        private DataFolder $folder,
        private Forms $forms,
        private SmtpMailer $mailer,
        private array $recipients,
        private array $operators,
        private Clock $clock,
        private LoggerInterface $logger,
    ) {}

    public function deliverNext(?\Closure $meanwhile = null): Outcome
    {
        if (!$this->queue->isAnyDue($this->clock->time())) {
            return Outcome::Idle;
        }
        $leaseSeconds = $this->mailer->server->leaseSeconds();
        $leaseEnd = $this->clock->elapsed() + $leaseSeconds;
        // Its file stays if the database fails, and takeOver() finds it.
        $lock = LeaseLock::take($this->folder);
        try {
            $claim = $this->queue->claim($this->clock->time(), $leaseSeconds, $lock->lease);
            $lock->beforeSending();
            $outcome = $claim === null ? Outcome::Idle : $this->deliver($claim, $leaseEnd);
        } catch (Refused) {
            $outcome = Outcome::Throttled;
        }
        $lock->remove();

        return $outcome;
    }

    /** Makes due what processes of this machine left behind: they died, or the answer to their claim was lost. */
    public function takeOver(): void
    {
        foreach (LeaseLock::abandoned($this->folder) as $lease => $isUnsent) {
            $this->queue->release($lease, $isUnsent, $this->clock->time());
        }
    }

    public function close(): void
    {
        $this->mailer->close();
    }

    private function deliver(Claim $claim, float $leaseEnd): Outcome
    {
        $result = $this->attempt($claim);
        $this->log($result, $this->store($result, $leaseEnd));

        return $result->outcome;
    }

    private function attempt(Claim $claim): Result
    {
        if ($claim->isAbandoned && $claim->unanswered > 1) {
            return $this->afterNoAnswer(
                $claim,
                "The process that was mailing it ended before it could store the outcome, {$claim->unanswered} times "
                    . "by now, so the mail may have arrived. PHP's error log may say why. retry queues it again.",
            );
        }
        try {
            $enquiries = $claim->enquiries($this->forms);
            array_map($this->queue->addEarlier(...), $enquiries);
            $missing = $claim->missing($this->recipients);
            // A recipient whose server never answers may use up the time of those behind.
            $inTurn = $claim->attempts % 2 === 0 ? array_reverse($missing) : $missing;
            // Some servers answer too slowly if a mail has several recipients.
            $envelope = new Envelope($inTurn, $this->recipients, isEachAlone: $claim->unanswered > 0);

            return $missing === []
                ? Result::sent($claim, $this->clock->time())
                : $this->judge($claim, $this->mailer->send($enquiries, $envelope), $enquiries[0]);
        } catch (InvalidForm|MailServerUnavailable|StoreUnavailable $failure) {
            $outcome = $failure instanceof MailServerUnavailable ? Outcome::Unreachable : Outcome::Tried;
            $dueAt = $this->clock->time() + RetrySchedule::OUTAGE_WAIT;

            return Result::uncounted($claim, $dueAt, $failure, $outcome);
        } catch (\Throwable $fault) {
            // An error in this program must not stop the enquiries behind this one.
            $isDamaged = $fault instanceof \UnexpectedValueException && !$claim->isDigest();
            $dueAt = $isDamaged ? null : RetrySchedule::after($claim->attempts, $this->clock->time());

            return Result::refused($claim, $dueAt, $fault->getMessage(), ['exception' => $fault]);
        }
    }

    private function judge(Claim $claim, DeliveryReport $report, Enquiry $enquiry): Result
    {
        $claim->note($report);
        if ($report->isComplete()) {
            return Result::sent($claim, $this->clock->time());
        }
        $details = array_filter(['refused' => $report->refused(), 'unanswered' => $report->unanswered()]);
        if ($report->unanswered() !== []) {
            return $this->afterNoAnswer($claim, $report->shortfall(), $details);
        }
        $isHopeless = !$claim->isDigest() && $claim->attempts % 3 === 0 && $report->isTextRefusedForGood();
        if ($isHopeless && $this->isTold($enquiry, $report)) {
            return Result::failed(
                $claim,
                "{$report->shortfall()} The mail server refuses this text. A notice without it was sent instead.",
                $details,
            );
        }
        $dueAt = RetrySchedule::after($claim->attempts, $this->clock->time());

        return Result::refused($claim, $dueAt, $report->shortfall(), $details);
    }

    /** @param array<string, mixed> $details */
    private function afterNoAnswer(Claim $claim, string $reason, array $details = []): Result
    {
        // A lease that ran out counts as an attempt without an answer, but the first one adds no wait.
        $times = $claim->unanswered - (int) $claim->isAbandoned;

        return Result::refused($claim, RetrySchedule::afterNoAnswer($times, $this->clock->time()), $reason, $details);
    }

    /** A server that refuses the notice too refuses more than this text: then the enquiry is retried. */
    private function isTold(Enquiry $enquiry, DeliveryReport $report): bool
    {
        $recipients = array_keys($report->refused());
        $to = $this->operators === [] ? $recipients : $this->operators;
        try {
            return $this->mailer->sendNotice($enquiry, $report->shortfall(), new Envelope($to))->accepted() !== [];
        } catch (MailServerUnavailable) {
            return false;
        }
    }

    /**
     * Retries until the lease ends. If the outcome cannot be stored, another process sends the mail again.
     * @return bool false if another process has the enquiry by now, or if it was erased
     * @throws StoreUnavailable
     */
    private function store(Result $result, float $leaseEnd): bool
    {
        $mayBeStored = false;
        while (true) {
            try {
                // After a COMMIT whose answer was lost, the enquiry may be settled already.
                return $this->queue->settle($result) || $mayBeStored;
            } catch (StoreUnavailable $failure) {
                $mayBeStored = $mayBeStored || $failure->isUndecided;
                if ($this->clock->elapsed() >= $leaseEnd) {
                    $this->logger->error('The database did not confirm the outcome of a mail. It may arrive twice.', [
                        'event' => 'not noted',
                        ...self::names($result->claim),
                        'exception' => $failure,
                    ]);
                    throw $failure;
                }
                $this->clock->pause();
            }
        }
    }

    private function log(Result $result, bool $isStored): void
    {
        $claim = $result->claim;
        $subject = $claim->isDigest() ? 'A digest of ' . \count($claim->references()) . ' enquiries' : 'An enquiry';
        $failure = "{$subject} could not be mailed" . ($claim->deliveredTo === [] ? '' : ' to all');
        $isSent = $result->outcome === Outcome::Sent;
        $dueAt = $result->columns['due_at'] ?? null;
        [$level, $event, $message] = match (true) {
            $isSent && $isStored => [LogLevel::INFO, 'sent', "{$subject} was mailed."],
            $isSent => [
                LogLevel::WARNING,
                'sent',
                "{$subject} was mailed after its lease had run out, or after it was erased. It may arrive twice.",
            ],
            $dueAt === null => [LogLevel::ERROR, 'failed', "{$failure} and has failed. It is kept."],
            default => [LogLevel::WARNING, 'put off', "{$failure}. It will be retried."],
        };
        $next = \is_int($dueAt) ? ['secondsUntilNext' => $dueAt - $this->clock->time()] : [];
        $names = [...self::names($claim), 'attempt' => $claim->attempts];
        $this->logger->log($level, $message, ['event' => $event, ...$names, ...$next, ...$result->details]);
    }

    /** @return array<string, list<string>|string> for the log */
    private static function names(Claim $claim): array
    {
        return $claim->isDigest() ? ['references' => $claim->references()] : ['reference' => $claim->references()[0]];
    }
}
