<?php

declare(strict_types=1);

namespace Enquiry\Webhook;

use Enquiry\Enquiry\Forms;
use Enquiry\Enquiry\InvalidForm;
use Enquiry\Queue\Destination;
use Enquiry\Queue\Outcome;
use Enquiry\Queue\Refused;
use Enquiry\Queue\RetrySchedule;
use Enquiry\Queue\StoredEnquiry;
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
        $now = $this->clock->time();
        try {
            $claimed = $this->queue->isAnyDue($now) ? $this->queue->claim($now) : null;

            return $claimed === null ? Outcome::Idle : $this->deliver($claimed, $meanwhile);
        } catch (Refused) {
            return Outcome::Throttled;
        }
    }

    public function takeOver(): void
    {
        $this->queue->tidy($this->clock->time());
    }

    public function close(): void {}

    private function deliver(StoredEnquiry $claimed, ?\Closure $meanwhile): Outcome
    {
        try {
            $answer = $this->client->post($claimed->decode($this->forms), $meanwhile);
        } catch (InvalidForm|\UnexpectedValueException $fault) {
            // Another release may have the form. A damaged row stays damaged.
            $next = $fault instanceof InvalidForm ? $this->clock->time() + RetrySchedule::OUTAGE_WAIT : null;
            $this->retryAt($next, $claimed, $fault->getMessage());

            return Outcome::Tried;
        }
        if ($answer->isDelivered()) {
            $this->queue->settle($claimed, null, null);
            $this->logger->info('An enquiry was posted to the webhook.', self::context('posted', $claimed));

            return Outcome::Tried;
        }
        $now = $this->clock->time();
        $next = $answer->isGone() ? null : RetrySchedule::after(WebhookQueue::attempt($claimed), $now);
        $earliest = $now + min($answer->secondsToWait($now), WebhookQueue::LONGEST_WAIT);
        $this->retryAt($next === null ? null : max($next, $earliest), $claimed, $answer->reason());

        return $answer->isOutage() ? Outcome::Unreachable : Outcome::Tried;
    }

    /** @param ?int $next null: never */
    private function retryAt(?int $next, StoredEnquiry $claimed, string $reason): void
    {
        $this->queue->settle($claimed, $next, $reason);
        $failure = 'An enquiry could not be posted to the webhook';
        if ($next === null) {
            $context = self::context('webhook failed', $claimed) + ['reason' => $reason];
            $this->logger->error("{$failure} and will not be retried.", $context);

            return;
        }
        $wait = ['reason' => $reason, 'secondsUntilNext' => $next - $this->clock->time()];
        $this->logger->warning("{$failure}. It will be retried.", self::context('webhook put off', $claimed) + $wait);
    }

    /** @return array<string, int|string> for the log */
    private static function context(string $event, StoredEnquiry $claimed): array
    {
        $attempt = WebhookQueue::attempt($claimed);

        return ['event' => $event, 'reference' => $claimed->reference, 'attempt' => $attempt];
    }
}
