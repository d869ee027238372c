<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Domain\LocalTime;
use Enquiry\Mail\Encryption;
use Enquiry\Mail\SmtpMailer;
use Enquiry\Mail\SmtpServer;
use Enquiry\Outbox\MailServerUnavailable;

/** Connects to the mail server, encrypts and logs in, as for a mail, and sends none. */
final readonly class SmtpCheck implements Check
{
    /** What the fault says, and what then helps. The first that matches counts. */
    private const HELP = [
        '/certificate|Peer/i' => 'Set SMTP_HOST to the name in the certificate; for a private certificate authority set SMTP_CA_FILE.',
        '/STARTTLS/i' => 'The server does not offer STARTTLS there: try SMTP_ENCRYPTION=tls with an empty SMTP_PORT, or ask your mail provider.',
        '/offers no login here/' => 'Check SMTP_ENCRYPTION and SMTP_PORT: most servers let nobody log in before the connection is encrypted, or at port 25. One that wants no login needs SMTP_USERNAME and SMTP_PASSWORD empty.',
        '/offers no login/' => 'Ask your mail provider to allow a password for SMTP, often called an app password, or for a server that does.',
        '/\b53[0-9]\b|authenticat/i' => 'Check SMTP_USERNAME and SMTP_PASSWORD; many providers want an app password.',
        '/MAIL FROM/' => 'Ask your mail provider what the answer means.',
        '/getaddrinfo|resolve/i' => 'Check the spelling of SMTP_HOST.',
        '/Connection refused/i' => 'Check SMTP_HOST and SMTP_PORT; nothing listens there.',
        '/in time|timed out/i' => 'If the server is only slow, raise SMTP_TIMEOUT; else check SMTP_HOST, SMTP_PORT and SMTP_ENCRYPTION. Some hosts block outgoing SMTP until you ask them.',
    ];

    private const OTHERWISE = 'Check SMTP_HOST, SMTP_PORT and SMTP_ENCRYPTION; some hosts block outgoing SMTP until you ask them.';

    public function __construct(private SmtpServer $server, private SmtpMailer $mailer) {}

    public function findings(): iterable
    {
        $place = "{$this->server->host}:{$this->server->port}";
        try {
            $this->mailer->connect();
        } catch (MailServerUnavailable $failure) {
            yield $this->expired("{$place}: {$failure->getMessage()}", $failure) ?? Finding::problem("{$place}: {$failure->getMessage()}", self::help($failure->fault));

            return;
        } finally {
            $this->mailer->close();
        }
        $login = $this->server->username === null ? 'asks for no login' : 'took the login';
        yield Finding::ok("The mail server {$place} answers and {$login}.");
        yield match (true) {
            $this->server->encryption !== Encryption::None => Finding::ok("The connection to {$place} is encrypted, and its certificate was verified."),
            SmtpServer::isThisMachine($this->server->host) => Finding::ok("The connection to {$place} is not encrypted, and does not leave this machine."),
            default => Finding::warning("The connection to {$place} is not encrypted: enquiries cross the network readable.", 'Set SMTP_ENCRYPTION to starttls or tls.'),
        };
    }

    /** OpenSSL tells PHP only that it does not trust the certificate. */
    private function expired(string $what, MailServerUnavailable $failure): ?Finding
    {
        $end = str_contains($failure->fault, 'certificate verify failed') ? $this->mailer->certificateEnd() : null;

        return $end === null || $end > time() ? null : Finding::problem(
            "{$what} Its certificate has expired, on " . LocalTime::of($end)->format('j F Y') . '.',
            'Whoever runs the mail server has to renew it: tell your mail provider. Until then enquiries wait, and none is lost.',
        );
    }

    public static function help(string $fault): string
    {
        foreach (self::HELP as $pattern => $help) {
            if (preg_match($pattern, $fault) === 1) {
                return $help;
            }
        }

        return self::OTHERWISE;
    }
}
