<?php

declare(strict_types=1);

namespace Enquiry\Webhook;

use Enquiry\Enquiry\Enquiry;
use Enquiry\Mail\EnquiryView;

/** The body of a webhook request, in each format. */
final class WebhookMessage
{
    /** Of the message in a chat, in characters. */
    private const LONGEST_EXCERPT = 500;

    /** The same for each attempt, so that the receiver can tell a repeated request. */
    public static function id(Enquiry $enquiry): string
    {
        return $enquiry->reference . ($enquiry->resentAt === null ? '' : ".{$enquiry->resentAt}");
    }

    /** @param value-of<WebhookTarget::FORMATS> $format */
    public static function body(Enquiry $enquiry, string $format, int $now): string
    {
        $view = new EnquiryView($enquiry, $now);
        $body = match ($format) {
            WebhookTarget::JSON => self::event($enquiry),
            WebhookTarget::SLACK => self::slack($view),
            WebhookTarget::TEAMS => self::teams($view),
        };

        return json_encode(
            $body,
            \JSON_UNESCAPED_UNICODE | \JSON_UNESCAPED_SLASHES | \JSON_INVALID_UTF8_SUBSTITUTE | \JSON_THROW_ON_ERROR,
        );
    }

    /** @return array<string, mixed> */
    private static function event(Enquiry $enquiry): array
    {
        return [
            'type' => 'enquiry.received',
            'timestamp' => self::time($enquiry->receivedAt),
            'data' => [
                'reference' => (string) $enquiry->reference,
                'form' => $enquiry->message->form->name,
                'fields' => (object) $enquiry->message->values,
                'flags' => $enquiry->flags,
                'resentAt' => $enquiry->resentAt === null ? null : self::time($enquiry->resentAt),
            ],
        ];
    }

    /** @return array<string, mixed> */
    private static function slack(EnquiryView $view): array
    {
        // In Slack's text these three characters begin links, channels and mentions.
        $escape = static fn(string $text): string => strtr($text, ['&' => '&amp;', '<' => '&lt;', '>' => '&gt;']);
        $links = [];
        foreach (self::links($view) as $title => $link) {
            $links[] = '<' . $escape(str_replace('|', '%7C', $link)) . "|{$title}>";
        }

        return [
            'text' => implode("\n", [...array_map($escape, self::lines($view)), implode(' · ', $links)]),
            'unfurl_links' => false,
            'unfurl_media' => false,
        ];
    }

    /** @return array<string, mixed> text runs, because text blocks would show a visitor's Markdown */
    private static function teams(EnquiryView $view): array
    {
        $blocks = array_map(
            static fn(string $line): array => [
                'type' => 'RichTextBlock',
                'inlines' => [['type' => 'TextRun', 'text' => $line]],
            ],
            self::lines($view),
        );
        $links = [];
        foreach (self::links($view) as $title => $link) {
            $links[] = "[{$title}](" . strtr($link, ['(' => '%28', ')' => '%29']) . ')';
        }

        return [
            'type' => 'message',
            'attachments' => [[
                'contentType' => 'application/vnd.microsoft.card.adaptive',
                'content' => [
                    'type' => 'AdaptiveCard',
                    '$schema' => 'http://adaptivecards.io/schemas/adaptive-card.json',
                    'version' => '1.4',
                    'body' => [...$blocks, ['type' => 'TextBlock', 'wrap' => true, 'text' => implode(' · ', $links)]],
                ],
            ]],
        ];
    }

    /** @return list<string> */
    private static function lines(EnquiryView $view): array
    {
        $excerpt = mb_strimwidth($view->message, 0, self::LONGEST_EXCERPT, '…', 'UTF-8');

        return [
            "Enquiry from {$view->name}: {$view->shortSubject} [{$view->reference}]",
            ...($view->flags === '' ? [] : ["This may be spam ({$view->flags})."]),
            ...array_values($view->notes),
            ...($excerpt === '' ? [] : [$excerpt]),
        ];
    }

    /** @return array<string, string> by title */
    private static function links(EnquiryView $view): array
    {
        $isThere = static fn(string $link): bool => $link !== '';

        return array_filter(['Reply' => $view->replyLink, 'Call' => $view->callLink], $isThere);
    }

    private static function time(int $time): string
    {
        return gmdate('Y-m-d\TH:i:s\Z', $time);
    }
}
