<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use Enquiry\Enquiry\Earlier;
use Enquiry\Enquiry\Enquiry;
use Enquiry\Shared\Text;

/** The mail with one enquiry. */
final readonly class EnquiryMail extends Mail
{
    public const REFERENCE = 'X-Enquiry-Reference';
    private const FLAGS = 'X-Enquiry-Flags';
    private const REPLACES = 'X-Enquiry-Replaces';

    private const MOST_EARLIER = 5;

    /** In columns. */
    private const LONGEST_PREVIEW = 140;

    /** Mail programs can filter by these words. They are not in the subject, because a reply would quote it. */
    private const FOR_SALES = 'For sales only: ';

    private const DELETE = ' Delete this line before you send a reply.';

    /**
     * @param \DateTimeImmutable $now for the Date header: spam filters suspect an old date
     */
    public function __construct(Enquiry $enquiry, \DateTimeImmutable $now, Letterhead $letterhead = new Letterhead())
    {
        $again = $enquiry->resentAt;
        $id = $enquiry->reference . ($again === null ? '' : ".{$again->getTimestamp()}");
        $view = new EnquiryView($enquiry, $now, $letterhead, $id);
        $forSales = self::forSales($view);
        $content = $view->message === '' ? implode(', ', array_column($view->details(), 2)) : $view->message;
        parent::__construct(
            $id,
            $now,
            $view->headerSubject(),
            self::text($view, $forSales, $letterhead),
            $letterhead->html(
                'enquiry',
                get_object_vars($view),
                $view->notes,
                $view->details(),
                [
                    'title' => $view->subject,
                    'preview' => self::preview($view->marks . $content),
                    'forSales' => $forSales,
                    'heading' => "Enquiry from {$letterhead->from()}",
                    'answer' => $view->email === '' ? '' : $letterhead->howToAnswer(),
                ],
            ),
            "{$view->plainName} via {$letterhead->firmOrSite()}",
            self::replyTo($view, $letterhead->replyCopy),
            array_filter(
                [
                    self::REFERENCE => $view->reference,
                    self::FLAGS => $view->flags,
                    self::REPLACES => implode(', ', $enquiry->replaces),
                ],
                static fn(string $value): bool => $value !== '',
            ),
            self::conversation($enquiry),
        );
    }

    /** @return list<string> what a reply must not quote */
    private static function forSales(EnquiryView $view): array
    {
        return [
            ...$view->flags === '' ? [] : [
                self::FOR_SALES . "this may be spam ({$view->flags}). It may also be a real enquiry." . self::DELETE,
            ],
            ...$view->sharedNumber === '' ? [] : [self::FOR_SALES . "{$view->sharedNumber}." . self::DELETE],
        ];
    }

    /**
     * The visitor's message comes last, so that none of its lines can be mistaken for ours.
     * @param list<string> $forSales
     */
    private static function text(EnquiryView $view, array $forSales, Letterhead $letterhead): string
    {
        $to = $letterhead->firm === '' ? '' : " to {$letterhead->firm}";

        return implode("\n\n", [
            ...$forSales,
            ...$view->notes,
            // some mail programs show a preview of the plain text
            ...$view->message === '' ? [] : ["{$view->name}: “" . self::preview($view->message) . '”'],
            "{$view->name} sent an enquiry{$to} from {$letterhead->from()}."
            . ($view->email === '' ? '' : " {$letterhead->howToAnswer()}"),
            ...($view->message === '' ? [rtrim($view->lines())] : ["{$view->lines()}\nMessage:", $view->message]),
        ]);
    }

    /**
     * Without enquiries from another address: a mail program would show the new one below a stranger's name.
     * @return list<string>
     */
    private static function conversation(Enquiry $enquiry): array
    {
        $references = array_map(static fn(Earlier $one): string => $one->reference, $enquiry->earlierBySame());

        return [
            ...array_reverse(\array_slice($references, 0, self::MOST_EARLIER)),
            ...$enquiry->resentAt === null ? [] : [(string) $enquiry->reference],
        ];
    }

    /** @return array<string, string> names by address */
    private static function replyTo(EnquiryView $view, string $copy): array
    {
        return $view->email === ''
            ? []
            : [$view->email => $view->plainName] + ($copy === '' ? [] : [$copy => '']);
    }

    private static function preview(string $text): string
    {
        return mb_strimwidth(Text::line(trim($text)), 0, self::LONGEST_PREVIEW, '…', 'UTF-8');
    }
}
