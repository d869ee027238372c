<?php

declare(strict_types=1);

namespace Enquiry\Configuration;

use Enquiry\Delivery\Recipients;
use Enquiry\Mail\Letterhead;
use Enquiry\Mail\LoginPause;
use Enquiry\Mail\OAuthClient;
use Enquiry\Mail\SmtpMailer;
use Enquiry\Mail\SmtpServer;
use Enquiry\Shared\Clock;

/** The settings for sending mail. A request that only accepts an enquiry does not read them. */
final readonly class MailSettings
{
    /** Seconds that the mail server may take for each step. Some servers greet late, which slows down spam. */
    private const TIMEOUT = 20;

    public SmtpServer $smtp;

    /** The sender's address. */
    public string $from;

    public Recipients $recipients;

    /** @var list<string> who gets notices and alerts */
    public array $operators;

    private Letterhead $letterhead;

    /**
     * Errors are collected in the settings.
     * @param array<mixed> $firm firm.json
     */
    public function __construct(Settings $settings, array $firm)
    {
        $this->smtp = self::smtp($settings);
        $this->from = $settings->text('MAIL_FROM');
        $mailTo = self::targets($settings->list('MAIL_TO'));
        $byForm = array_map(self::targets(...), $settings->mailToByForm());
        $this->recipients = new Recipients($mailTo, $byForm, $settings->has('WEBHOOK_URL'));
        $operators = $settings->list('ALERT_TO');
        $this->operators = $operators === [] ? $mailTo : $operators;
        $this->letterhead = new Letterhead($firm, $settings->text('SITE_URL'));
    }

    /**
     * @param list<string> $addresses
     * @return list<string>
     */
    private static function targets(array $addresses): array
    {
        return array_values(array_unique(array_map(mb_strtolower(...), $addresses)));
    }

    /** @param ?LoginPause $pause null for a test that an operator asks for */
    public function mailer(Clock $clock, ?LoginPause $pause = null): SmtpMailer
    {
        return new SmtpMailer($this->smtp, $this->from, $clock, $this->letterhead, $pause);
    }

    private static function smtp(Settings $settings): SmtpServer
    {
        $host = $settings->text('SMTP_HOST');
        $encryption = match (strtolower($settings->text('SMTP_ENCRYPTION'))) {
            SmtpServer::NONE => SmtpServer::NONE,
            SmtpServer::TLS => SmtpServer::TLS,
            default => SmtpServer::STARTTLS,
        };
        $username = $settings->text('SMTP_USERNAME');
        $password = $settings->text('SMTP_PASSWORD');
        // Only the tests set TEST_SMTP_TIMEOUT.
        $timeout = (int) $settings->forTests('TEST_SMTP_TIMEOUT', (string) self::TIMEOUT);
        $oauth = self::oauth($settings, $username, $timeout);
        $hasSecret = $settings->has('SMTP_PASSWORD') || $settings->has('SMTP_OAUTH_TOKEN_URL');
        $settings->require(
            $username === '' || $encryption !== SmtpServer::NONE || $host === '' || SmtpServer::isThisMachine($host),
            'SMTP_ENCRYPTION',
            'not be none if SMTP_USERNAME is set: the password would cross the network unencrypted',
        );
        $hasUser = $username !== '' || ($password === '' && $oauth === null);
        $settings->require($hasUser, 'SMTP_USERNAME', 'be set with SMTP_PASSWORD or SMTP_OAUTH_…');
        $settings->require(
            $username === '' || $hasSecret,
            'SMTP_PASSWORD',
            'be set together with SMTP_USERNAME, or SMTP_OAUTH_TOKEN_URL instead',
        );

        return new SmtpServer(
            $host,
            (int) $settings->text('SMTP_PORT', (string) SmtpServer::PORTS[$encryption]),
            $encryption,
            $timeout,
            $username === '' ? null : $username,
            new \SensitiveParameterValue($password),
            oauth: $oauth,
        );
    }

    private static function oauth(Settings $settings, string $username, int $timeout): ?OAuthClient
    {
        $url = $settings->text('SMTP_OAUTH_TOKEN_URL');
        $clientId = $settings->text('SMTP_OAUTH_CLIENT_ID');
        if ($url === '') {
            return null;
        }
        $settings->require($clientId !== '', 'SMTP_OAUTH_CLIENT_ID', 'be set together with SMTP_OAUTH_TOKEN_URL');

        return new OAuthClient($url, $username, $timeout, [
            'client_id' => $clientId,
            'client_secret' => $settings->text('SMTP_OAUTH_CLIENT_SECRET'),
            'refresh_token' => $settings->text('SMTP_OAUTH_REFRESH_TOKEN'),
        ]);
    }

    /** Secrets cross a network only encrypted. */
    public static function isSafeUrl(string $url): bool
    {
        $scheme = parse_url($url, \PHP_URL_SCHEME);
        $host = trim((string) parse_url($url, \PHP_URL_HOST), '[]');

        return $host !== '' && ($scheme === 'https' || ($scheme === 'http' && SmtpServer::isThisMachine($host)));
    }
}
