<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Mail\MailRoute;
use Enquiry\Mail\SmtpServer;

/** Whether the recipients' mail servers have reason to believe the From address (SPF, DKIM, DMARC). */
final readonly class SenderCheck implements Check
{
    /** Second levels that domains are registered below, as in .co.za; a guess, and good for a warning. */
    private const REGISTRIES = ['ac', 'co', 'com', 'edu', 'gov', 'law', 'mil', 'net', 'nom', 'org', 'school', 'web'];

    public function __construct(private MailRoute $route, private SmtpServer $server, private Dns $dns) {}

    public function findings(): iterable
    {
        $domain = $this->route->fromDomain();
        yield $this->alignment($domain);
        yield Finding::ok("What a recipient's mail server sends back later (a bounce) comes to MAIL_FROM, {$this->route->from}. Does somebody read that mailbox?");

        $spf = $this->dns->texts($domain);
        yield match (true) {
            $spf === null => self::silent($domain),
            self::has($spf, 'v=spf1') => Finding::ok("{$domain} says who may send for it (SPF)."),
            default => Finding::warning("{$domain} does not say who may send for it (SPF).", "Publish the TXT record that your mail provider names for {$domain}, such as: v=spf1 include:<provider> -all"),
        };
        if ($spf !== null) {
            yield $this->dmarc($domain);
        }
    }

    private function alignment(string $domain): Finding
    {
        $account = strrchr($this->server->username ?? '', '@');
        $known = array_filter([$account === false ? null : substr($account, 1), $this->server->host, $this->route->dkim?->domain], static fn(?string $name): bool => $name !== null);
        foreach ($known as $name) {
            if (self::organisation($name) === self::organisation($domain)) {
                return Finding::ok("MAIL_FROM is of the same domain as {$name}.");
            }
        }

        return Finding::warning("MAIL_FROM is of {$domain}, and the mail goes out by " . implode(', ', $known) . ': it may be taken for spam.', "Send by an account of {$domain}, or sign for it: DKIM_DOMAIN={$domain}");
    }

    private function dmarc(string $domain): Finding
    {
        foreach (array_unique([$domain, self::organisation($domain)]) as $name) {
            $records = $this->dns->texts("_dmarc.{$name}");
            if ($records === null) {
                return self::silent("_dmarc.{$name}");
            }
            if (self::has($records, 'v=DMARC1')) {
                return Finding::ok("{$name} says what to do with mail that only claims to be its own (DMARC).");
            }
        }

        return Finding::warning("{$domain} does not say what to do with mail that only claims to be its own (DMARC).", "Publish a TXT record at _dmarc." . self::organisation($domain) . ': v=DMARC1; p=none');
    }

    private static function silent(string $name): Finding
    {
        return Finding::warning("DNS gave no answer about {$name}.", 'Run this again where DNS answers.');
    }

    /** @param list<string> $records */
    private static function has(array $records, string $start): bool
    {
        foreach ($records as $record) {
            if (str_starts_with(strtolower($record), strtolower($start))) {
                return true;
            }
        }

        return false;
    }

    private static function organisation(string $name): string
    {
        $labels = explode('.', strtolower($name));
        $isBelowRegistry = \count($labels) > 2 && \strlen($labels[\count($labels) - 1]) === 2 && \in_array($labels[\count($labels) - 2], self::REGISTRIES, true);

        return implode('.', \array_slice($labels, $isBelowRegistry ? -3 : -2));
    }
}
