<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\MailSettings;
use Enquiry\Enquiry\Enquiry;
use Enquiry\Enquiry\Message;
use Enquiry\Enquiry\Reference;
use Enquiry\Mail\Answer;
use Enquiry\Mail\MailServerUnavailable;
use Enquiry\Mail\SmtpMailer;
use Enquiry\Mail\SmtpServer;
use Enquiry\Operations\Finding;
use Enquiry\Shared\Clock;
use Enquiry\Shared\Text;
use Random\Randomizer;

/** The mail server, the sender's DNS records, and a test enquiry for the recipients and the webhook. */
final readonly class MailChecks
{
    /** How to fix an error, by a pattern of its text. The first match counts. */
    private const HELP = [
        '/certificate|Peer/i' => 'The certificate is for another name, has expired or is from a private authority. Set '
            . 'SMTP_HOST to the name in it, or add the authority to this machine (docs/email.md).',
        '/returned no token/' => 'Check SMTP_OAUTH_…. invalid_grant means that the refresh token or the secret has '
            . 'expired or was revoked.',
        '/\b5\.7\.(?:30|139)\b/' => 'Microsoft 365 refuses this password. Switch on authenticated SMTP for the '
            . 'mailbox, and use OAuth: see "Microsoft 365" in docs/email.md. App passwords do not work there.',
        '/Login|(?:AUTH[\w\s-]*|Username|Password|OAuth TOKEN) failed|\b53[0-9]\b/' => 'Check SMTP_USERNAME and '
            . 'SMTP_PASSWORD in the list of settings. Many providers require an app '
            . 'password, and Microsoft 365 requires OAuth (docs/email.md). Some allow a login only after encryption: '
            . 'set SMTP_ENCRYPTION.',
        '/MAIL FROM/' => 'Set MAIL_FROM to an address that the SMTP account may send from: ask your mail provider.',
    ];

    private const OTHERWISE = 'Check SMTP_HOST, SMTP_PORT and SMTP_ENCRYPTION. Some hosts block outgoing SMTP until '
        . 'you ask them to allow it.';

    /** By role, for a mail that filters judge like an enquiry. Google gives nobody an address with hyphens. */
    private const TEST = [
        'name' => 'Website Test',
        'email' => 'this-is-a-test@gmail.com',
        'number' => '0820000000',
        'subject' => 'A test of the mail',
        'message' => "Good day\n\nThis message tests whether enquiries arrive in the inbox. You do not need to "
            . "answer it.\n\nRegards\nWebsite Test\nwww.example.com",
    ];

    private const FREE_MAIL = '/^(?:gmail|googlemail|hotmail|icloud|live|outlook|yahoo)\./';
    private const FREE_MAIL_SERVER = '/\b(?:gmail|google|me|office365|outlook|yahoo)\.com$/';

    private const IN_JUNK = 'In cPanel: Spam Filters, Edit Spam Whitelist Settings. In Google Workspace: Admin '
        . 'console, Apps, Gmail, Spam, phishing and malware. In Microsoft 365: Exchange admin center, Mail flow, '
        . 'Rules. In rspamd: a multimap of senders. "Email in Junk" in docs/email.md has the steps.';

    private MailSettings $mail;
    private SmtpMailer $mailer;

    /** @param \Closure(string, int): (list<array<mixed>>|false) $lookUp like dns_get_record() */
    public function __construct(
        private Configuration $configuration,
        private \Closure $lookUp,
        private Clock $clock,
    ) {
        $this->mail = $configuration->mail();
        $this->mailer = $this->mail->mailer($clock);
    }

    /** @return iterable<Finding> */
    public function server(): iterable
    {
        $smtp = $this->mail->smtp;
        $place = "{$smtp->host}:{$smtp->port}";
        try {
            $this->mailer->connect();
        } catch (MailServerUnavailable $failure) {
            yield Finding::problem("{$place}: {$failure->getMessage()}", self::help($failure));

            return;
        } finally {
            $this->mailer->close();
        }
        $login = $smtp->username === null ? 'asks for no login' : 'accepts the login';
        yield $smtp->encryption !== SmtpServer::NONE || SmtpServer::isThisMachine($smtp->host)
            ? Finding::ok("The mail server {$place} answers and {$login}.")
            : Finding::warning(
                "The mail server {$place} answers and {$login}, but the connection is not encrypted.",
                'Set SMTP_ENCRYPTION to starttls or tls.',
            );
    }

    private static function help(MailServerUnavailable $failure): string
    {
        foreach (self::HELP as $pattern => $help) {
            if (preg_match($pattern, $failure->getMessage()) === 1) {
                return $help;
            }
        }

        return self::OTHERWISE;
    }

    /** @return iterable<Finding> about senders that make filters or mail programs go wrong */
    public function sender(): iterable
    {
        $from = mb_strtolower($this->mail->from, 'UTF-8');
        $domain = Text::domainOf($from);
        $host = strtolower($this->mail->smtp->host);
        if (\in_array($from, $this->mail->recipients->all(), true)) {
            yield Finding::warning(
                'MAIL_FROM is also in MAIL_TO: Gmail and others then address a reply to MAIL_FROM, not to the visitor.',
                "Set MAIL_FROM to an address that gets no enquiries, such as website@{$domain}.",
            );
        } elseif (preg_match(self::FREE_MAIL, $domain) === 1 && preg_match(self::FREE_MAIL_SERVER, $host) !== 1) {
            yield Finding::warning(
                "MAIL_FROM is at {$domain}, but {$host} may not send for it: spam filters treat the email as forged.",
                "Set MAIL_FROM to an address of the firm's own domain, such as website@ and the domain.",
            );
        }
    }

    /** @return iterable<Finding> about the records that identify the sender: SPF and DMARC */
    public function dns(): iterable
    {
        $domain = Text::domainOf($this->mail->from);
        yield $this->record($domain, '/^v=spf1/i', 'SPF', Finding::warning(
            "{$domain} does not publish SPF: mail may be treated as spam.",
            'Publish the TXT record that your mail provider names, such as: v=spf1 include:<provider> -all',
        ));
        yield $this->record("_dmarc.{$domain}", '/^v=DMARC1(?:;|$)/D', 'DMARC', Finding::warning(
            "_dmarc.{$domain} does not publish DMARC: mail may be treated as spam.",
            'Publish a TXT record: v=DMARC1; p=none. A record at the parent domain counts too.',
        ));
    }

    /** @param string $pattern of the record without white space */
    private function record(string $name, string $pattern, string $content, Finding $missing): Finding
    {
        $records = @($this->lookUp)("{$name}.", \DNS_TXT);
        $texts = array_filter(array_column((array) $records, 'txt'), \is_string(...));

        return match (true) {
            $records === false => Finding::warning(
                "DNS gave no answer about {$name}.",
                'Run doctor again when DNS answers.',
            ),
            preg_grep($pattern, preg_replace('/\s+/', '', $texts)) === [] => $missing,
            default => Finding::ok("{$name} publishes {$content}."),
        };
    }

    /** @return iterable<Finding> about a test enquiry, which is posted to the webhook and mailed to every recipient */
    public function testMessage(): iterable
    {
        $enquiry = new Enquiry(Reference::random(new Randomizer()), $this->clock->time(), $this->testText());
        yield from $this->webhook($enquiry);
        try {
            $tested = [];
            foreach ($this->mail->recipients->lists() as $to) {
                foreach (array_diff($to, $tested) as $recipient) {
                    yield $this->sent($enquiry, $recipient, $to);
                }
                array_push($tested, ...$to);
            }
            yield Finding::ok("If it is in Junk, allow {$this->mail->from} there. " . self::IN_JUNK);
        } catch (MailServerUnavailable $failure) {
            $what = "The test message was not accepted: {$failure->getMessage()}";
            yield Finding::problem($what, self::help($failure));
        } finally {
            $this->mailer->close();
        }
    }

    /**
     * @param list<string> $to all recipients of a form
     * @throws MailServerUnavailable
     */
    private function sent(Enquiry $enquiry, string $recipient, array $to): Finding
    {
        $answer = $this->mailer->send($enquiry, $recipient, $to);

        return $answer->outcome === Answer::ACCEPTED
            ? Finding::ok(
                "A test message with the reference {$enquiry->reference} went to {$recipient}. Look for it in the "
                    . "Inbox and in Junk. Email that bounces is returned to {$this->mail->from}: somebody must read "
                    . 'it.',
            )
            : Finding::problem(
                "The test message to {$recipient} was not accepted: {$answer->reason}",
                'Fix the mailbox, or remove it from MAIL_TO. If it is correct, ask your mail provider what the answer '
                    . 'means. Until then, each enquiry is retried for it. The other recipients get it at once.',
            );
    }

    /** @return iterable<Finding> */
    private function webhook(Enquiry $enquiry): iterable
    {
        $webhook = $this->configuration->webhook($this->clock);
        if ($webhook === null) {
            return;
        }
        $error = $webhook->post($enquiry)->error;
        yield $error === ''
            ? Finding::ok("The webhook at {$webhook->host()} accepted a test enquiry, reference {$enquiry->reference}.")
            : Finding::problem(
                "The webhook at {$webhook->host()} did not accept a test enquiry. {$error}",
                'Check WEBHOOK_URL and WEBHOOK_SECRET, or ask who runs the receiver. The mail is not delayed.',
            );
    }

    /** In the contact form, because other forms may have no field that says that it is a test. */
    private function testText(): Message
    {
        $form = $this->configuration->forms->get('contact');
        $values = [];
        foreach (self::TEST as $role => $value) {
            foreach (\array_slice($form->fieldsFor($role), 0, 1) as $field) {
                $values[$field] = $value;
            }
        }

        return Message::stored($values, $form);
    }
}
