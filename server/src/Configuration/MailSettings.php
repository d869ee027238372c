<?php

declare(strict_types=1);

namespace Enquiry\Configuration;

use Enquiry\Mail\Dkim;
use Enquiry\Mail\MailSender;
use Enquiry\Mail\OAuthClient;
use Enquiry\Mail\SmtpServer;

/** The settings for sending mail. A request that only accepts an enquiry does not read them. */
final readonly class MailSettings
{
    /** Seconds that the mail server may take for each step. Some servers greet late, which slows down spam. */
    private const TIMEOUT = 20;

    /**
     * @param list<string> $recipients
     * @param string       $replyCopy  who gets a copy of each answer; empty for nobody
     * @param list<string> $operators  who gets the notices; empty: the recipients
     */
    private function __construct(
        public SmtpServer $smtp,
        public MailSender $sender,
        public array $recipients,
        public string $replyCopy,
        public array $operators,
    ) {}

    /** Errors are collected in the settings: call their finish() afterwards. */
    public static function from(Settings $settings): self
    {
        $replyCopy = $settings->text('MAIL_REPLY_COPY');
        $settings->require($replyCopy === '' || self::isAddress($replyCopy), 'MAIL_REPLY_COPY');

        return new self(
            self::smtp($settings),
            self::sender($settings),
            self::addresses($settings, 'MAIL_TO'),
            $replyCopy,
            $settings->text('ALERT_TO') === '' ? [] : self::addresses($settings, 'ALERT_TO'),
        );
    }

    private static function smtp(Settings $settings): SmtpServer
    {
        $host = $settings->text('SMTP_HOST');
        $isHost = filter_var($host, \FILTER_VALIDATE_DOMAIN, \FILTER_FLAG_HOSTNAME) !== false
            || filter_var($host, \FILTER_VALIDATE_IP) !== false;
        $settings->require($isHost, 'SMTP_HOST');
        $encryption = $settings->choice('SMTP_ENCRYPTION', array_keys(SmtpServer::PORTS), SmtpServer::STARTTLS);
        $username = $settings->text('SMTP_USERNAME');
        $isSafe = $username === '' || $encryption !== SmtpServer::NONE || SmtpServer::isThisMachine($host);
        $settings->require($isSafe, 'SMTP_ENCRYPTION');
        $password = $settings->secret('SMTP_PASSWORD');
        // Only the tests set TEST_SMTP_TIMEOUT.
        $timeout = (int) $settings->text('TEST_SMTP_TIMEOUT', (string) self::TIMEOUT);
        $oauth = self::oauth($settings, $username, $timeout);
        $settings->require($username !== '' || ($password === '' && $oauth === null), 'SMTP_USERNAME');
        $settings->require($password !== '' || $username === '' || $oauth !== null, 'SMTP_PASSWORD');

        return new SmtpServer(
            $host,
            $settings->number('SMTP_PORT', SmtpServer::PORTS[$encryption], 65_535),
            $encryption,
            $timeout,
            $username === '' ? null : $username,
            $password,
            oauth: $oauth,
        );
    }

    private static function oauth(Settings $settings, string $username, int $timeout): ?OAuthClient
    {
        $url = $settings->text('SMTP_OAUTH_TOKEN_URL');
        $clientId = $settings->text('SMTP_OAUTH_CLIENT_ID');
        if ($url === '' && $clientId === '') {
            return null;
        }
        $settings->require(self::isSafeUrl($url), 'SMTP_OAUTH_TOKEN_URL');
        $settings->require($clientId !== '', 'SMTP_OAUTH_CLIENT_ID');

        return new OAuthClient(
            $url,
            $clientId,
            $settings->secret('SMTP_OAUTH_CLIENT_SECRET'),
            $settings->secret('SMTP_OAUTH_REFRESH_TOKEN'),
            $username,
            $timeout,
        );
    }

    /** Secrets cross a network only encrypted. */
    public static function isSafeUrl(string $url): bool
    {
        $scheme = parse_url($url, \PHP_URL_SCHEME);
        $host = trim((string) parse_url($url, \PHP_URL_HOST), '[]');

        return $host !== '' && ($scheme === 'https' || ($scheme === 'http' && SmtpServer::isThisMachine($host)));
    }

    private static function sender(Settings $settings): MailSender
    {
        $from = $settings->text('MAIL_FROM');
        $settings->require(self::isAddress($from), 'MAIL_FROM');
        $selector = $settings->text('DKIM_SELECTOR');
        $keyFile = $settings->text('DKIM_KEY_FILE');
        if ($selector . $keyFile === '') {
            return new MailSender($from);
        }
        // DNS allows underscores in names that are not host names.
        $isName = preg_match('/^(?=.{1,63}$)[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?$/iD', $selector) === 1;
        $settings->require($isName, 'DKIM_SELECTOR');
        $dkim = Dkim::tryWith((new MailSender($from))->fromDomain(), $selector, $keyFile);
        $settings->require($dkim !== null, 'DKIM_KEY_FILE');

        return new MailSender($from, $dkim);
    }

    /**
     * @param 'MAIL_TO'|'ALERT_TO' $key
     * @return list<string>
     */
    private static function addresses(Settings $settings, string $key): array
    {
        $to = $settings->list($key);
        $settings->require(array_filter($to, self::isAddress(...)) === $to, $key);

        return $to;
    }

    /** PHP's filter also accepts quoted local parts and bracketed IP addresses; our headers do not. */
    private static function isAddress(string $address): bool
    {
        return filter_var($address, \FILTER_VALIDATE_EMAIL) !== false && strpbrk($address, '"[') === false;
    }
}
