<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use Enquiry\Enquiry\Enquiry;

/** The mail with several enquiries that came in a short time. Those that look genuine come first. */
final readonly class DigestMail extends Mail
{
    private const COUNT = 'X-Enquiry-Digest';

    private const WHY = 'To answer an enquiry, use its Reply link: a reply to this email does not reach the sender.';

    /**
     * @param non-empty-list<Enquiry> $enquiries
     */
    public function __construct(array $enquiries, \DateTimeImmutable $now, Letterhead $letterhead = new Letterhead())
    {
        usort(
            $enquiries,
            static fn(Enquiry $one, Enquiry $other): int => ($one->flags !== []) <=> ($other->flags !== []),
        );
        $id = self::id($enquiries);
        $view = static fn(Enquiry $one): EnquiryView => new EnquiryView($one, $now, $letterhead, "digest.{$id}");
        $views = array_map($view, $enquiries);
        $count = \count($views);
        $marked = \count(array_filter($views, static fn(EnquiryView $view): bool => $view->flags !== ''));
        $why = self::WHY . ($marked === 0 ? '' : " {$marked} of them may be spam, at the end of the list.");
        $from = "{$count} enquiries from {$letterhead->from()}";
        parent::__construct(
            "digest.{$id}",
            $now,
            "{$count} enquiries, " . self::times($enquiries) . " [digest {$id}]",
            self::text($views, "{$from}, " . self::times($enquiries) . ".\n\n{$why}"),
            $letterhead->html(
                'digest',
                $why,
                array_map(
                    static fn(EnquiryView $view): array => [
                        get_object_vars($view),
                        self::notes($view),
                        $view->details(),
                    ],
                    $views,
                ),
                [
                    'title' => $from,
                    'preview' => ($marked === 0 ? '' : "{$marked} may be spam. ") . implode(
                        '; ',
                        array_map(
                            static fn(EnquiryView $view): string => "{$view->name}: {$view->shortSubject}",
                            \array_slice($views, 0, 3),
                        ),
                    ),
                    'forSales' => [],
                    'heading' => $from,
                ],
            ),
            $letterhead->firmOrSite(),
            headers: [self::COUNT => (string) $count],
        );
    }

    /** @return list<string> */
    private static function notes(EnquiryView $view): array
    {
        return [...$view->notes, ...$view->sharedNumber === '' ? [] : [ucfirst($view->sharedNumber) . '.']];
    }

    /**
     * The same for the same enquiries.
     * @param list<Enquiry> $enquiries
     */
    private static function id(array $enquiries): string
    {
        $references = array_map(static fn(Enquiry $enquiry): string => (string) $enquiry->reference, $enquiries);
        sort($references);

        return substr(hash('sha256', implode(' ', $references)), 0, 12);
    }

    /** @param non-empty-list<Enquiry> $enquiries */
    private static function times(array $enquiries): string
    {
        $times = array_map(static fn(Enquiry $enquiry): \DateTimeImmutable => $enquiry->receivedAt, $enquiries);
        $format = EnquiryView::time(min($times), 'Ymd') === EnquiryView::time(max($times), 'Ymd') ? 'H:i' : 'j M H:i';

        return implode(
            ' to ',
            array_unique([EnquiryView::time(min($times), $format), EnquiryView::time(max($times), $format)]),
        );
    }

    /**
     * Each line of a message begins with a bar, so that it cannot be mistaken for ours. Unicode has several line
     * breaks.
     * @param list<EnquiryView> $views
     */
    private static function text(array $views, string $introduction): string
    {
        $list = $parts = '';
        foreach ($views as $index => $view) {
            $number = $index + 1;
            $list
                .= "{$number}. {$view->name}: {$view->shortSubject} [{$view->reference}]"
                . ($view->flags === '' ? '' : ' (may be spam)')
                . "\n";
            $parts
                .= "\n\n"
                . str_repeat('=', 72)
                . "\n{$number} of "
                . \count($views)
                . "\n\n"
                . ($view->flags === '' ? '' : "This may be spam ({$view->flags}). It may also be a real enquiry.\n\n")
                . implode('', array_map(static fn(string $note): string => "{$note}\n\n", self::notes($view)))
                . "{$view->lines(true)}\n"
                . ($view->message === ''
                    ? ''
                    : preg_replace(['/(*ANY)^/mu', '/(*ANY) +$/mu'], ['| ', ''], $view->message));
        }

        return "{$introduction}\n\n{$list}{$parts}\n";
    }
}
