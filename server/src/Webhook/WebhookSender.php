<?php

declare(strict_types=1);

namespace Enquiry\Webhook;

use Enquiry\Database\Row;
use Enquiry\Enquiry\Forms;
use Enquiry\Enquiry\InvalidForm;
use Enquiry\Queue\Destination;
use Enquiry\Queue\Outcome;
use Enquiry\Queue\Payload;
use Enquiry\Queue\RateExceeded;
use Enquiry\Queue\RetrySchedule;
use Enquiry\Shared\Clock;
use Psr\Log\LoggerInterface;

/**
 * Posts one enquiry at a time. If this process dies before it has stored the outcome, the enquiry is posted again with
 * the same webhook-id.
 */
final readonly class WebhookSender implements Destination
{
    public function __construct(
        private WebhookQueue $queue,
        private WebhookClient $client,
        private Forms $forms,
        private Clock $clock,
        private LoggerInterface $logger,
    ) {}

    public function deliverNext(?\Closure $meanwhile = null): Outcome
    {
        try {
            $row = $this->queue->isAnyDue($this->clock->time()) ? $this->queue->claim($this->clock->time()) : null;

            return $row === null ? Outcome::Idle : $this->deliver($row, $meanwhile);
        } catch (RateExceeded) {
            return Outcome::Throttled;
        }
    }

    public function takeOver(): void
    {
        $this->queue->tidy($this->clock->time());
    }

    public function close(): void {}

    private function deliver(Row $row, ?\Closure $meanwhile): Outcome
    {
        $attempts = $row->number('webhook_attempts') + 1;
        try {
            $answer = $this->client->post(Payload::decode($row, $this->forms), $meanwhile);
        } catch (InvalidForm $failure) {
            $next = RetrySchedule::whileUnreachable($row->number('received_at'), $this->clock->time());

            return $this->putOff($row, $next, $failure->getMessage());
        } catch (\UnexpectedValueException $fault) {
            return $this->putOff($row, null, $fault->getMessage());
        }
        if ($answer->isDelivered()) {
            $this->queue->settle($row, null, null);
            $this->logger->info('An enquiry was posted to the webhook.', self::context('posted', $row));

            return Outcome::Posted;
        }
        $now = $this->clock->time();
        $next = $answer->isGone() ? null : RetrySchedule::after($attempts, $now);
        $earliest = $now + min($answer->secondsToWait($now), WebhookQueue::LONGEST_WAIT);
        $outcome = $this->putOff($row, $next === null ? null : max($next, $earliest), $answer->reason());

        return $answer->isOutage() ? Outcome::Unreachable : $outcome;
    }

    private function putOff(Row $row, ?int $next, string $reason): Outcome
    {
        $this->queue->settle($row, $next, $reason);
        $failure = 'An enquiry could not be posted to the webhook';
        if ($next === null) {
            $context = ['reason' => $reason, ...self::context('webhook failed', $row)];
            $this->logger->error("{$failure} and will not be retried.", $context);

            return Outcome::GivenUp;
        }
        $context = ['reason' => $reason, 'secondsUntilNext' => $next - $this->clock->time()];
        $this->logger->warning("{$failure}. It will be retried.", $context + self::context('webhook put off', $row));

        return Outcome::PutOff;
    }

    /** @return array<string, int|string> for the log */
    private static function context(string $event, Row $row): array
    {
        return [
            'event' => $event,
            'reference' => $row->text('reference'),
            'attempt' => $row->number('webhook_attempts') + 1,
        ];
    }
}
