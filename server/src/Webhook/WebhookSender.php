<?php

declare(strict_types=1);

namespace Enquiry\Webhook;

use Enquiry\Enquiry\Enquiry;
use Enquiry\Queue\Attempt;
use Enquiry\Queue\Claim;
use Enquiry\Queue\Sender;
use Enquiry\Shared\Clock;
use Symfony\Component\HttpClient\CurlHttpClient;
use Symfony\Contracts\HttpClient\Exception\TransportExceptionInterface;

/** Posts enquiries to the webhook, signed as the Standard Webhooks specification says. */
final readonly class WebhookSender implements Sender
{
    /** For the connection, the request and the answer together. */
    private const MOST_SECONDS = 10;
    private const SPARE_SECONDS = 60;

    private const TOO_MANY = 429;
    private const GONE = 410;

    public function __construct(
        private WebhookTarget $target,
        private Clock $clock,
        private int $seconds = self::MOST_SECONDS,
    ) {}

    public function isWebhook(): bool
    {
        return true;
    }

    public function leaseSeconds(): int
    {
        return self::MOST_SECONDS + self::SPARE_SECONDS;
    }

    public function send(Claim $claim, Enquiry $enquiry): Attempt
    {
        return $this->post($enquiry);
    }

    public function close(): void {}

    public function post(Enquiry $enquiry): Attempt
    {
        // Symfony's client without curl has no limit for an answer whose header comes byte by byte.
        if (!\extension_loaded('curl')) {
            return self::unanswered('PHP lacks the extension curl: install or enable it');
        }
        $now = $this->clock->time();
        $id = $enquiry->sendingId();
        $body = WebhookMessage::body($enquiry, $now);
        $signature = hash_hmac('sha256', "{$id}.{$now}.{$body}", $this->target->key->getValue(), true);
        $url = $this->target->url->getValue();
        $response = null;
        try {
            $response = (new CurlHttpClient())->request('POST', $url, [
                'max_redirects' => 0,
                'timeout' => $this->seconds,
                'max_duration' => $this->seconds,
                'buffer' => false,
                'headers' => [
                    'Content-Type' => 'application/json',
                    'User-Agent' => 'enquiry-webhook',
                    'webhook-id' => $id,
                    'webhook-timestamp' => (string) $now,
                    'webhook-signature' => 'v1,' . base64_encode($signature),
                ],
                'body' => $body,
            ]);
            $retryAfter = $response->getHeaders(false)['retry-after'][0] ?? '';

            return self::answered($response->getStatusCode(), $now + self::secondsToWait($retryAfter, $now));
        } catch (TransportExceptionInterface $failure) {
            // The message names the address, which is a secret.
            return self::unanswered(rtrim(str_replace($url, $this->target->host(), $failure->getMessage()), '.'));
        } finally {
            // The body of the answer is not read, however long it is.
            $response?->cancel();
        }
    }

    private static function unanswered(string $fault): Attempt
    {
        return Attempt::refused("The webhook gave no answer: {$fault}.", isOutage: true);
    }

    /** @param int $notBefore when the receiver wants to be asked again */
    private static function answered(int $status, int $notBefore): Attempt
    {
        return match (true) {
            $status >= 200 && $status < 300 => Attempt::delivered(),
            $status >= 300 && $status < 400 => Attempt::refused(
                "The webhook answered {$status}. Redirects are not followed: set WEBHOOK_URL to the final address.",
            ),
            $status === self::GONE => Attempt::givenUp(
                'The webhook answered 410: it wants no more. Change WEBHOOK_URL, then run retry.',
            ),
            default => Attempt::refused(
                "The webhook answered {$status}.",
                isOutage: $status === self::TOO_MANY || $status >= 500,
                notBefore: $notBefore,
            ),
        };
    }

    /** @param string $retryAfter the header: seconds or a date; empty without one */
    private static function secondsToWait(string $retryAfter, int $now): int
    {
        $isNumber = preg_match('/^\d{1,9}$/D', $retryAfter) === 1;

        return max(0, $isNumber ? (int) $retryAfter : (int) strtotime($retryAfter) - $now);
    }
}
