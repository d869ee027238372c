<?php

declare(strict_types=1);

namespace Enquiry\Operations\Doctor;

use Enquiry\Configuration\Configuration;
use Enquiry\Delivery\MailServerUnavailable;
use Enquiry\Mail\SmtpMailer;
use Enquiry\Mail\SmtpServer;
use Enquiry\Shared\ContactMessage;
use Enquiry\Shared\Enquiry;
use Enquiry\Shared\Reference;
use Psr\Clock\ClockInterface;
use Random\Randomizer;

/** The mail: the server that takes it, what DNS says of its sender, and a message to see it arrive. */
final readonly class MailChecks
{
    /** What the fault says, and what then helps. The first that matches counts. */
    private const HELP = [
        '/certificate|Peer/i' => 'Set SMTP_HOST to the name in the certificate; for a private certificate authority set SMTP_CA_FILE. If the certificate has expired, your mail provider has to renew it.',
        '/STARTTLS/i' => 'The server does not offer STARTTLS there: try SMTP_ENCRYPTION=tls with an empty SMTP_PORT, or ask your mail provider.',
        '/offers no login here/' => 'Check SMTP_ENCRYPTION and SMTP_PORT: most servers let nobody log in before the connection is encrypted, or at port 25. One that wants no login needs SMTP_USERNAME and SMTP_PASSWORD empty.',
        '/offers no login/' => 'Ask your mail provider to allow a password for SMTP, often called an app password, or for a server that does.',
        '/gave no token/' => 'Check the keys SMTP_OAUTH_…; invalid_grant says that the refresh token was withdrawn or has expired, or that the secret has.',
        '/\b53[0-9]\b|authenticat/i' => 'Check SMTP_USERNAME and SMTP_PASSWORD; many providers want an app password.',
        '/MAIL FROM/' => 'Ask your mail provider what the answer means.',
        '/getaddrinfo|resolve/i' => 'Check the spelling of SMTP_HOST.',
        '/Connection refused/i' => 'Check SMTP_HOST and SMTP_PORT; nothing listens there.',
        '/in time|timed out/i' => 'If the server is only slow, raise SMTP_TIMEOUT; else check SMTP_HOST, SMTP_PORT and SMTP_ENCRYPTION. Some hosts block outgoing SMTP until you ask them.',
    ];

    private const OTHERWISE = 'Check SMTP_HOST, SMTP_PORT and SMTP_ENCRYPTION; some hosts block outgoing SMTP until you ask them.';

    /** Second levels that domains are registered below, as in .co.za; a guess, and good for a warning. */
    private const REGISTRIES = ['ac', 'co', 'com', 'edu', 'gov', 'law', 'mil', 'net', 'nom', 'org', 'school', 'web'];

    /** What RFC 8301 section 3.2 tells signers to use. */
    private const GOOD_DKIM_BITS = 2048;

    /** An address and a number that are nobody's (RFC 2606 section 3). */
    private const TEST_FIELDS = [
        'name' => 'Website',
        'surname' => 'Test',
        'contactNumber' => '0870000000',
        'subject' => 'A test of the mail',
        'message' => 'This message was sent to see whether enquiries arrive. Nobody needs to answer it.',
    ];

    private SmtpMailer $mailer;

    public function __construct(
        private Configuration $configuration,
        private Internet $internet,
        private ClockInterface $clock,
        private Randomizer $randomizer,
    ) {
        $this->mailer = new SmtpMailer($configuration->smtp(), $configuration->route(), $clock);
    }

    /**
     * Connects, encrypts and logs in, as for a mail, and sends none.
     *
     * @return iterable<Finding>
     */
    public function server(): iterable
    {
        $smtp = $this->configuration->smtp();
        $place = "{$smtp->host}:{$smtp->port}";
        try {
            $this->mailer->connect();
        } catch (MailServerUnavailable $failure) {
            yield Finding::problem("{$place}: {$failure->getMessage()}", self::help($failure->fault));

            return;
        } finally {
            $this->mailer->close();
        }
        $login = $smtp->username === null ? 'asks for no login' : 'took the login';
        yield Finding::ok("The mail server {$place} answers and {$login}.");
        yield match (true) {
            $smtp->encryption !== SmtpServer::NONE => Finding::ok("The connection to {$place} is encrypted, and its certificate was verified."),
            SmtpServer::isThisMachine($smtp->host) => Finding::ok("The connection to {$place} is not encrypted, and does not leave this machine."),
            default => Finding::warning("The connection to {$place} is not encrypted: enquiries cross the network readable.", 'Set SMTP_ENCRYPTION to starttls or tls.'),
        };
    }

    private static function help(string $fault): string
    {
        foreach (self::HELP as $pattern => $help) {
            if (preg_match($pattern, $fault) === 1) {
                return $help;
            }
        }

        return self::OTHERWISE;
    }

    /**
     * Whether the recipients' mail servers have reason to believe the From address (SPF, DKIM, DMARC).
     *
     * @return iterable<Finding>
     */
    public function sender(): iterable
    {
        $domain = $this->configuration->route()->fromDomain();
        yield $this->alignment($domain);
        yield Finding::ok("What a recipient's mail server sends back later (a bounce) comes to MAIL_FROM, {$this->configuration->route()->from}. Does somebody read that mailbox?");

        $spf = $this->internet->texts($domain);
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
        $smtp = $this->configuration->smtp();
        $account = strrchr($smtp->username ?? '', '@');
        $known = array_filter([$account === false ? null : substr($account, 1), $smtp->host, $this->configuration->route()->dkim?->domain], static fn(?string $name): bool => $name !== null);
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
            $records = $this->internet->texts("_dmarc.{$name}");
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

    /**
     * Whether the key that mails are signed with is the one that the domain publishes.
     *
     * @return iterable<Finding>
     */
    public function dkim(): iterable
    {
        $dkim = $this->configuration->route()->dkim;
        if ($dkim === null) {
            return;
        }
        if ($dkim->bits < self::GOOD_DKIM_BITS) {
            yield Finding::warning("The DKIM key has {$dkim->bits} bits.", "Make one of 2048: openssl genrsa -out {$dkim->keyFile} 2048");
        }
        $name = $dkim->recordName();
        $record = "v=DKIM1; k=rsa; p={$dkim->publishedKey()}";
        $records = $this->internet->texts($name);
        yield match (true) {
            $records === null => self::silent($name),
            $records === [] => Finding::problem("{$name} publishes no DKIM key, so no signature holds.", "Publish there as a TXT record: {$record}"),
            !self::isPublished($dkim->publishedKey(), $records) => Finding::problem("{$name} publishes another DKIM key, so no signature holds.", "Publish there as the one TXT record: {$record}"),
            default => Finding::ok("{$name} publishes the DKIM key that mails are signed with."),
        };
    }

    /** @param list<string> $records */
    private static function isPublished(string $key, array $records): bool
    {
        foreach ($records as $record) {
            if (preg_match('/(?:^|;)\s*p\s*=([^;]*)/', $record, $found) === 1 && preg_replace('/\s+/', '', $found[1]) === $key) {
                return true;
            }
        }

        return false;
    }

    /**
     * Mails the sales team an enquiry that says it is a test, the same way as every other.
     *
     * @return iterable<Finding>
     */
    public function testMessage(): iterable
    {
        $route = $this->configuration->route();
        $enquiry = new Enquiry(Reference::random($this->randomizer), $this->clock->now(), ContactMessage::stored(['email' => $route->from] + self::TEST_FIELDS));
        $to = implode(', ', $route->to);
        try {
            $delivery = $this->mailer->send($enquiry, $route->to);
            if ($delivery->accepted !== []) {
                $taken = implode(', ', $delivery->accepted);
                yield Finding::ok("A test message with the reference {$enquiry->reference} went to {$taken}. See that it arrived, and not among the spam.");
            }
            foreach ($delivery->refused as $recipient => $reply) {
                yield Finding::problem("The test message to {$recipient} was not taken: {$reply}", str_starts_with($reply, 'RCPT TO')
                    ? 'Mend that mailbox, or take it out of MAIL_TO; until then each enquiry waits for it, though the others have it.'
                    : 'Ask your mail provider what the answer means.');
            }
            foreach ($delivery->unanswered as $recipient => $fault) {
                yield Finding::problem("The test message to {$recipient} may have arrived: {$fault}", 'See whether it arrived, and ask your mail provider why the server took it all and did not answer: an enquiry would be sent again, and arrive twice.');
            }
        } catch (MailServerUnavailable $failure) {
            yield Finding::problem("The test message to {$to} was not taken: {$failure->getMessage()}", str_starts_with($failure->fault, 'MAIL FROM command failed 55')
                ? "Set MAIL_FROM, {$route->from}, to an address that the account at the mail server may send for; your mail provider says which."
                : self::help($failure->fault));
        } finally {
            $this->mailer->close();
        }
    }
}
