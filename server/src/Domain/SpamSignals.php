<?php

declare(strict_types=1);

namespace Enquiry\Domain;

/**
 * What makes an enquiry look like spam. A sign only marks the mail, because each of them happens to
 * people too: a browser fills in hidden fields, someone pastes a text they prepared, a brief has links.
 * Reasons are in our own words alone, since they go into a header.
 */
final class SpamSignals
{
    private const LEAST_SECONDS = 3;
    private const MOST_LINKS = 3;
    private const LINK = '~\b(?:https?://(?:www\.)?|www\.)(?=[^\s/])~iu';

    /**
     * The last two are whatever the client sent; what they should not be says nothing about anyone.
     *
     * @param ?string $honeypot    what stands in the field that people do not see
     * @param ?string $elapsed milliseconds from the opening of the page to the sending
     *
     * @return list<string> short reasons
     */
    public static function of(ContactMessage $message, ?string $honeypot, ?string $elapsed): array
    {
        $signs = [];
        if (trim($honeypot ?? '') !== '') {
            $signs[] = 'the hidden field was filled in';
        }
        // Less than nothing comes from a clock that was set back meanwhile.
        if (is_numeric($elapsed) && $elapsed >= 0 && $elapsed < self::LEAST_SECONDS * 1000) {
            $signs[] = \sprintf('it was sent %.1F seconds after the page was opened', floor((float) $elapsed / 100) / 10);
        }
        // An address may well look like one.
        $links = (int) preg_match_all(self::LINK, implode("\n", array_diff_key($message->values, ['email' => true])));
        if ($links > self::MOST_LINKS) {
            $signs[] = "it has {$links} links";
        }

        return $signs;
    }
}
