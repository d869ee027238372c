<?php

declare(strict_types=1);

namespace Enquiry\Webhook;

use Enquiry\Enquiry\Enquiry;
use Enquiry\Mail\EnquiryView;
use Enquiry\Shared\Text;

/** The body of a webhook request. */
final class WebhookMessage
{
    /** Of the message in the summary, in characters. */
    private const LONGEST_EXCERPT = 500;

    public static function body(Enquiry $enquiry, int $now): string
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
                'resentAt' => $enquiry->resentAt === null ? null : self::time($enquiry->resentAt),
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
            ...array_values($view->notes),
            mb_strimwidth($view->message, 0, self::LONGEST_EXCERPT, '…', 'UTF-8'),
        ]));
    }

    private static function time(int $time): string
    {
        return gmdate('Y-m-d\TH:i:s\Z', $time);
    }
}
