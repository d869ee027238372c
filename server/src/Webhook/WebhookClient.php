<?php

declare(strict_types=1);

namespace Enquiry\Webhook;

use Enquiry\Enquiry\Enquiry;
use Enquiry\Shared\Clock;
use Symfony\Component\HttpClient\CurlHttpClient;
use Symfony\Contracts\HttpClient\Exception\TransportExceptionInterface;
use Symfony\Contracts\HttpClient\HttpClientInterface;

/** Posts enquiries, signed as the Standard Webhooks specification says. */
final readonly class WebhookClient
{
    /** For the connection, the request and the answer together. */
    public const MOST_SECONDS = 10;

    private ?HttpClientInterface $http;

    public function __construct(
        private WebhookTarget $target,
        private Clock $clock,
        int $seconds = self::MOST_SECONDS,
    ) {
        // Symfony's client without curl has no limit for an answer whose header comes byte by byte.
        $this->http = !\extension_loaded('curl') ? null : new CurlHttpClient([
            'max_redirects' => 0,
            'timeout' => $seconds,
            'max_duration' => $seconds,
            'buffer' => false,
        ]);
    }

    public function post(Enquiry $enquiry): WebhookAnswer
    {
        if ($this->http === null) {
            return new WebhookAnswer(0, 'PHP lacks the extension curl: install or enable it');
        }
        $now = $this->clock->time();
        $id = $enquiry->sendingId();
        $body = WebhookMessage::body($enquiry, $now);
        $response = null;
        try {
            $response = $this->http->request('POST', $this->target->url->getValue(), [
                'headers' => [
                    'Content-Type' => 'application/json',
                    'User-Agent' => 'enquiry-webhook',
                    'webhook-id' => $id,
                    'webhook-timestamp' => (string) $now,
                    'webhook-signature' => $this->signature("{$id}.{$now}.{$body}"),
                ],
                'body' => $body,
            ]);
            $status = $response->getStatusCode();

            return new WebhookAnswer($status, retryAfter: $response->getHeaders(false)['retry-after'][0] ?? null);
        } catch (TransportExceptionInterface $failure) {
            // The message names the address, which is a secret.
            $fault = str_replace($this->target->url->getValue(), $this->target->host(), $failure->getMessage());

            return new WebhookAnswer(0, rtrim($fault, '.'));
        } finally {
            // The body of the answer is not read, however long it is.
            $response?->cancel();
        }
    }

    private function signature(string $signed): string
    {
        return 'v1,' . base64_encode(hash_hmac('sha256', $signed, $this->target->key->getValue(), true));
    }
}
