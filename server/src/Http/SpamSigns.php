<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Shared\Text;
use Symfony\Component\HttpFoundation\Request;

/** They only mark the mail, because genuine enquiries cause them too. They contain nothing that was typed. */
final readonly class SpamSigns
{
    private const LEAST_SECONDS_OF_A_PERSON = 3;
    private const MOST_SITES_OF_A_PERSON = 3;

    /** One alone is chance: ordinary signatures have links, ordinary customers ask about search engines. */
    private const LEAST_WEAK_SIGNS = 2;

    /**
     * The host of a link. Without a scheme or www., only ends count that are no words (me, in, it) and no technology
     * (VB.NET, Socket.io, window.top).
     */
    private const LINK = '~(?|\b(?:https?://(?:www\.)?|www\.)(?=[^\s/])([\w.-]*)|(?<![\w.@/=-])(\w[\w.-]*\.'
        . '(?:com|org|info|biz|co|xyz|za|uk|ru|cn|de|eu|tk|pw|su))(?![\w@-]))~u';

    /** The name in a host: "firm" in www.firm.co.za and in firm.com. */
    private const NAME = '/([^.]+)(?:\.(?:ac|co|com|edu|gov|net|nom|org|web))?\.[^.]+$/D';

    /** The names of sites that signatures link to. */
    private const NETWORKS = [
        'facebook', 'fb', 'instagram', 'linkedin', 'threads', 'tiktok', 'twitter', 'x', 'youtube', 'youtu', 'vimeo',
        'pinterest', 'behance', 'whatsapp', 'wa', 'github', 'gitlab', 'google', 'goo', 'linktr', 'bsky',
    ];

    /** Short addresses, and the markup of web pages and forums. */
    private const HIDDEN_TARGET = '~\b(?:bit\.ly|cutt\.ly|is\.gd|ow\.ly|rb\.gy|rebrand\.ly|shorturl\.at|t\.ly|t\.me|'
        . 'telegra\.ph|tiny\.cc|tinyurl\.com)/|<a\s[^>]*href|\[/?(?:url|link)\b~u';

    /** What spam is about. Customers write some of it too, which is why it is a weak sign. */
    private const TOPIC = '/\b(?:guest post|sponsored (?:article|post)|do-?follow|domain authority|backlinks?|'
        . 'link[ -]building|seo (?:agency|company|experts?|packages?|services|specialists?|team)|redesign your|'
        . 'your (?:web ?site|business)\b.{0,60}\b(?:first page|keywords|rank(?:s|ings?)?)\b|your (?:rankings?|traffic)|'
        . '(?:targeted|real) (?:traffic|visitors)|casino|free (?:bets|spins)|betting|bitcoin|btc|crypto(?:currency)?\b|'
        . 'forex|passive income|guaranteed (?:approval|income|profits?|returns?)|no credit check|business funding|'
        . 'loans?\b.{0,40}\binterest|viagra|cialis|porn\w*|sex cam|sexy|nude|without (?:a )?prescription|'
        . 'replica (?:bags|watches)|domain (?:name )?(?:listing|search engine)|design(?:s|ers?)? (?:at|company from)|'
        . 'продвижени|рассылк|казино|ставк|заработ)/u';

    /** How spam sells: it asks for a small answer, or says how to get no more of it. */
    private const PITCH = '/\b(?:(?:can|may|shall) (?:i|we) send you|(?:see|view) our portfolio|'
        . '(?:rates|price)\b.{0,20}\b(?:guest|post)|(?:contact me on|my) (?:skype|telegram)|free audit|'
        . '(?:play|join) (?:now|the group)|no deposit|dear (?:website|business|site) owner|'
        . 'reply (?:with )?\W?(?:stop|no|opt[ -]?out|unsubscribe)\b|'
        . '(?:click|link)\b[^.!?]{0,40}\b(?:opt[ -]?out|unsubscribe)|stop receiving (?:our|such|these|this)\b|'
        . '(?:do not|don.t|no longer) (?:want|wish) to hear from|без депозит|подробнее|предлагаем)/u';

    /** Overrides only: phones add other controls of direction to copied numbers. */
    private const TURNED_TEXT = '/[\x{202D}\x{202E}]/u';

    /** A UNC path (\\server\share) or a link to a file: opening it sends the reader's Windows login to its server. */
    private const FILE_PATH = '~\\\\\\\\[\w.-]+\\\\|\b(?:file|smb):[/\\\\]~iu';

    public function __construct(private Origins $origins, private Suspects $suspects) {}

    /** @return list<string> short reasons, for a mail header; empty unless one sign is strong or several are weak */
    public function of(Submission $submission, Request $request): array
    {
        $message = $submission->message;
        $elapsed = $request->headers->get('X-Form-Elapsed') ?? '';
        // Negative if the client's clock was set back.
        $seconds = is_numeric($elapsed) && $elapsed >= 0 ? floor((float) $elapsed / 100) / 10 : \INF;
        $isFromPage = $this->origins->isOurs($request) !== null
            || $elapsed !== ''
            || ($request->headers->get(Origins::HEADER) ?? '') !== '';
        // An email address may look like a link.
        $typed = implode("\n", array_diff_key($message->values, array_flip($message->form->fieldsFor('email'))));
        $text = Text::fold($typed);
        $sites = self::linkedSites($text, $message->email());
        $strong = [
            'a field that only programs see was filled in' => trim($submission->honeypot) !== '',
            'it has characters that turn text around' => preg_match(self::TURNED_TEXT, $typed) === 1,
            'it has a path to a file' => preg_match(self::FILE_PATH, $typed) === 1,
            'suspects.txt names it' => $this->suspects->match($message, $request->getClientIp() ?? ''),
        ];
        $weak = array_filter([
            'nothing shows that it came from our page' => !$isFromPage,
            \sprintf('it was sent %.1F seconds after the page was opened', $seconds)
                => $seconds < self::LEAST_SECONDS_OF_A_PERSON,
            "it has links to {$sites} other sites" => $sites > self::MOST_SITES_OF_A_PERSON,
            'it has links that hide where they lead' => preg_match(self::HIDDEN_TARGET, $text) === 1,
            'it is about what spam offers' => preg_match(self::TOPIC, $text) === 1,
            'it sells as spam does' => preg_match(self::PITCH, $text) === 1,
        ]);
        $isMarked = \in_array(true, $strong, true) || \count($weak) >= self::LEAST_WEAK_SIGNS;

        return $isMarked ? array_keys(array_filter($strong) + $weak) : [];
    }

    /** Counts names, without the visitor's own: a firm has several domains, and name servers share one. */
    private static function linkedSites(string $text, string $email): int
    {
        preg_match_all(self::LINK, $text, $found);
        $names = array_diff(array_map(self::nameOf(...), $found[1]), self::NETWORKS);

        return \count(array_unique(array_diff($names, [self::nameOf(Text::domainOf($email))])));
    }

    private static function nameOf(string $host): string
    {
        $host = trim(strtolower($host), '.-');

        return preg_match(self::NAME, $host, $found) === 1 ? $found[1] : $host;
    }
}
