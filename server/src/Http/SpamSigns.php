<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Shared\Text;
use Symfony\Component\HttpFoundation\Request;

/** They only mark the mail, because genuine enquiries cause them too. They contain nothing that was typed. */
final readonly class SpamSigns
{
    private const LEAST_SECONDS_OF_A_PERSON = 3;
    private const MOST_LINKS_OF_A_PERSON = 3;

    /**
     * With a scheme or www., or a bare domain. Ends that are words (me, in, it) would count a missing space after a
     * full stop.
     */
    private const LINK = '~\b(?:https?://(?:www\.)?|www\.)(?=[^\s/])[\w.-]*|(?<![\w.@/=-])\w[\w.-]*\.'
        . '(?:com|net|org|info|biz|co|io|ai|app|dev|xyz|top|'
        . 'site|online|shop|store|click|icu|vip|za|uk|ru|cn|de|eu|tk|pw|su)(?![\w@-])~iu';

    /** Overrides only: phones add other controls of direction to copied numbers. */
    private const TURNED_TEXT = '/[\x{202D}\x{202E}]/u';

    /** A UNC path (\\server\share) or a link to a file: opening it sends the reader's Windows login to its server. */
    private const FILE_PATH = '~\\\\\\\\[\w.-]+\\\\|\b(?:file|smb):[/\\\\]~iu';

    public function __construct(private Origins $origins, private Suspects $suspects) {}

    /** @return list<string> short reasons, for a mail header */
    public function of(Submission $submission, Request $request): array
    {
        $message = $submission->message;
        $elapsed = $submission->elapsed ?? '';
        // Negative if the client's clock was set back.
        $seconds = is_numeric($elapsed) && $elapsed >= 0 ? floor((float) $elapsed / 100) / 10 : \INF;
        $isFromPage = $this->origins->isOurs($request) !== null
            || $elapsed !== ''
            || ($request->headers->get(Origins::HEADER) ?? '') !== '';
        // An email address may look like a link.
        $text = implode("\n", array_diff_key($message->values, array_flip($message->form->fieldsFor('email'))));
        $links = (int) preg_match_all(self::LINK, $text);
        $signs = [
            'a field that only programs see was filled in' => trim($submission->honeypot ?? '') !== '',
            'nothing shows that it came from our page' => !$isFromPage,
            \sprintf('it was sent %.1F seconds after the page was opened', $seconds)
                => $seconds < self::LEAST_SECONDS_OF_A_PERSON,
            'its email address is of our own domain' => $this->isOurDomain($message->email()),
            'it has characters that turn text around' => preg_match(self::TURNED_TEXT, $text) === 1,
            'it has a path to a file' => preg_match(self::FILE_PATH, $text) === 1,
            "it has {$links} links" => $links > self::MOST_LINKS_OF_A_PERSON,
            'suspects.txt names it' => $this->suspects->match($message, $request->getClientIp() ?? ''),
        ];

        return array_keys(array_filter($signs));
    }

    /** SITE_URL is our domain. The domain of MAIL_FROM may be a provider's, whose addresses visitors have too. */
    private function isOurDomain(string $email): bool
    {
        $site = $this->origins->host();
        $domain = strtolower(Text::domainOf($email));
        $bare = (string) preg_replace('/^www\./', '', $site);

        return $bare !== ''
            && $domain !== ''
            && (str_ends_with(".{$site}", ".{$domain}") || str_ends_with($domain, ".{$bare}"));
    }
}
