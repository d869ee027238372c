<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

use Enquiry\Enquiry\Enquiry;
use Enquiry\Mail\EnquiryView;
use Enquiry\Shared\Clock;
use Enquiry\Shared\Text;
use Symfony\Component\HttpClient\CurlHttpClient;
use Symfony\Contracts\HttpClient\Exception\TransportExceptionInterface;

/**
 * Posts enquiries to the webhook, signed as the Standard Webhooks specification says. Dumps, traces and logs show
 * neither its address nor its key.
 */
final readonly class WebhookSender implements Sender
{
    /** For the connection, the request and the answer together. */
    private const MOST_SECONDS = 10;
    private const SPARE_SECONDS = 60;

    /** Before the key in Base64, by the Standard Webhooks specification. */
    private const PREFIX = 'whsec_';

    private const TOO_MANY = 429;

    /** Of the message in the summary, in characters. */
    private const LONGEST_EXCERPT = 500;

    /**
     * @param \SensitiveParameterValue<string> $url some receivers trust everybody who knows it
     * @param \SensitiveParameterValue<string> $key signs the requests
     * @param int                              $seconds the tests wait less
     */
    public function __construct(
        private \SensitiveParameterValue $url,
        private \SensitiveParameterValue $key,
        private Clock $clock,
        private int $seconds = self::MOST_SECONDS,
    ) {}

    /** @return ?\SensitiveParameterValue<string> null if it is not a secret of Standard Webhooks */
    public static function keyIn(#[\SensitiveParameter] string $secret): ?\SensitiveParameterValue
    {
        $key = str_starts_with($secret, self::PREFIX)
            ? base64_decode(substr($secret, \strlen(self::PREFIX)), true)
            : false;

        return $key === false || \strlen($key) < 24 || \strlen($key) > 64 ? null : new \SensitiveParameterValue($key);
    }

    /** For messages: the host alone. */
    public function host(): string
    {
        return (string) parse_url($this->url->getValue(), \PHP_URL_HOST);
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
        $body = self::body($enquiry, $now);
        $signature = hash_hmac('sha256', "{$id}.{$now}.{$body}", $this->key->getValue(), true);
        $url = $this->url->getValue();
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

            return self::answered($response->getStatusCode());
        } catch (TransportExceptionInterface $failure) {
            // The message names the address, which is a secret.
            return self::unanswered(rtrim(str_replace($url, $this->host(), $failure->getMessage()), '.'));
        } finally {
            // The body of the answer is not read, however long it is.
            $response?->cancel();
        }
    }

    private static function unanswered(string $fault): Attempt
    {
        return Attempt::refused("The webhook gave no answer: {$fault}.", isOutage: true);
    }

    private static function answered(int $status): Attempt
    {
        $isRedirect = $status >= 300 && $status < 400;

        return $status >= 200 && $status < 300 ? Attempt::delivered() : Attempt::refused(
            "The webhook answered {$status}."
                . ($isRedirect ? ' Redirects are not followed: set WEBHOOK_URL to the final address.' : ''),
            isOutage: $status === self::TOO_MANY || $status >= 500,
        );
    }

    private static function body(Enquiry $enquiry, int $now): string
    {
        $body = [
            'type' => 'enquiry.received',
            'timestamp' => self::time($enquiry->receivedAt),
            'text' => self::summary(new EnquiryView($enquiry, $now)),
            'data' => [
                'reference' => (string) $enquiry->reference,
                'form' => $enquiry->message->form->name,
                'fields' => (object) $enquiry->message->values,
                'flags' => $enquiry->flags,
                'promisedBy' => $enquiry->promisedBy === null ? null : self::time($enquiry->promisedBy),
            ],
        ];

        return json_encode(
            $body,
            \JSON_UNESCAPED_UNICODE | \JSON_UNESCAPED_SLASHES | \JSON_INVALID_UTF8_SUBSTITUTE | \JSON_THROW_ON_ERROR,
        );
    }

    /** Plain text for a chat. */
    private static function summary(EnquiryView $view): string
    {
        return implode("\n", Text::filled([
            "Enquiry from {$view->name}: {$view->headerSubject}",
            implode(', ', array_column($view->details, 2)),
            $view->flags === '' ? '' : "This may be spam ({$view->flags}).",
            $view->promised,
            ...$view->notes,
            mb_strimwidth($view->message, 0, self::LONGEST_EXCERPT, '…', 'UTF-8'),
        ]));
    }

    private static function time(int $time): string
    {
        return gmdate('Y-m-d\TH:i:s\Z', $time);
    }
}
