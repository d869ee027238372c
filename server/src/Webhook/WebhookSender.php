<?php

declare(strict_types=1);

namespace Enquiry\Webhook;

use Enquiry\Enquiry\Enquiry;
use Enquiry\Queue\Attempt;
use Enquiry\Queue\Channel;
use Enquiry\Queue\Claim;
use Enquiry\Queue\Sender;
use Enquiry\Shared\Clock;

/** Posts enquiries to the webhook. */
final readonly class WebhookSender implements Sender
{
    private const SPARE_SECONDS = 60;

    public function __construct(private WebhookClient $client, private Clock $clock) {}

    public function channel(): Channel
    {
        return Channel::Webhook;
    }

    public function leaseSeconds(): int
    {
        return WebhookClient::MOST_SECONDS + self::SPARE_SECONDS;
    }

    public function send(Claim $claim, Enquiry $enquiry): Attempt
    {
        $answer = $this->client->post($enquiry);
        $now = $this->clock->time();

        return match (true) {
            $answer->isDelivered() => Attempt::delivered(),
            $answer->isGone() => Attempt::givenUp($answer->reason()),
            default => Attempt::refused($answer->reason(), $answer->isOutage(), $now + $answer->secondsToWait($now)),
        };
    }

    public function close(): void {}
}
