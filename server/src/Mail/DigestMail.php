<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use Enquiry\Enquiry\Enquiry;
use Enquiry\Shared\LocalTime;
use Enquiry\Shared\Text;

/** The mail with several enquiries that came in a short time. Those that look genuine come first. */
final class DigestMail extends Mail
{
    /** @param non-empty-list<Enquiry> $enquiries */
    public function __construct(array $enquiries, int $now, Letterhead $letterhead = new Letterhead())
    {
        usort(
            $enquiries,
            static fn(Enquiry $one, Enquiry $other): int => ($one->flags !== []) <=> ($other->flags !== []),
        );
        $id = self::id($enquiries);
        $view = static fn(Enquiry $one): EnquiryView => new EnquiryView($one, $now, $letterhead, "digest.{$id}");
        $views = array_map($view, $enquiries);
        $count = \count($views);
        $marked = \count(Text::filled(array_column($views, 'flags')));
        $times = self::times($enquiries);
        $from = "{$count} enquiries from {$letterhead->from()}";
        $why = 'To answer an enquiry, use its Reply link: a reply to this email does not reach the sender.'
            . ($marked === 0 ? '' : " {$marked} of them may be spam, at the end of the list.");
        parent::__construct(
            "digest.{$id}",
            "{$count} enquiries, {$times} [digest {$id}]",
            "{$from}, {$times}.\n\n{$why}\n\n" . self::text($views),
        );
        $this->html = $letterhead->html('digest', [
            'title' => $from,
            'preview' => ($marked === 0 ? '' : "{$marked} may be spam. ")
                . implode('; ', array_column(\array_slice($views, 0, 3), 'headline')),
            'forSales' => [],
            'heading' => $from,
            'why' => $why,
            'views' => array_map(get_object_vars(...), $views),
        ]);
        $this->fromName = $letterhead->firmOrSite();
        $this->headers = ['X-Enquiry-Digest' => (string) $count];
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
        $times = array_column($enquiries, 'receivedAt');
        $first = LocalTime::at(min($times));
        $last = LocalTime::at(max($times));
        $format = $first->format('Ymd') === $last->format('Ymd') ? 'H:i' : 'j M H:i';
        $from = $first->format($format);
        $to = $last->format($format);

        return $from === $to ? $from : "{$from} to {$to}";
    }

    /**
     * Each line of a message begins with a bar, so that it cannot be mistaken for ours. Unicode has several line
     * breaks.
     * @param list<EnquiryView> $views
     */
    private static function text(array $views): string
    {
        $list = '';
        $parts = [];
        foreach ($views as $index => $view) {
            $number = $index + 1;
            $list .= "{$number}. {$view->headline} [{$view->reference}]"
                . ($view->flags === '' ? '' : ' (may be spam)') . "\n";
            array_push(
                $parts,
                str_repeat('=', 72) . "\n{$number} of " . \count($views),
                ...Text::filled([$view->suspicion, ...array_values($view->notes), $view->sharedNumber]),
            );
            $parts[] = $view->lines(withReplyLink: true);
            $parts[] = $view->message === ''
                ? ''
                : preg_replace(['/(*ANY)^/mu', '/(*ANY) +$/mu'], ['| ', ''], $view->message);
        }

        return "{$list}\n\n" . implode("\n\n", $parts) . "\n";
    }
}
