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
        $recipients = self::addresses($settings, 'MAIL_TO');
        $replyCopy = $settings->text('MAIL_REPLY_COPY');
        $settings->require(
            $replyCopy === '' || self::isAddress($replyCopy),
            'MAIL_REPLY_COPY',
            'must be one email address',
            'team@example.co.za',
        );

        return new self(
            self::smtp($settings),
            self::sender($settings),
            $recipients,
            $replyCopy,
            $settings->text('ALERT_TO') === '' ? [] : self::addresses($settings, 'ALERT_TO'),
        );
    }

    private static function smtp(Settings $settings): SmtpServer
    {
        $host = $settings->text('SMTP_HOST');
        $isHost = filter_var($host, \FILTER_VALIDATE_DOMAIN, \FILTER_FLAG_HOSTNAME) !== false
            || filter_var($host, \FILTER_VALIDATE_IP) !== false;
        $settings->require($isHost, 'SMTP_HOST', Configuration::HOST, 'smtp.example.co.za');

        $encryption = $settings->choice('SMTP_ENCRYPTION', array_keys(SmtpServer::PORTS), SmtpServer::STARTTLS);

        $username = $settings->text('SMTP_USERNAME');
        $password = $settings->secret('SMTP_PASSWORD');
        $settings->require(
            $username !== '' || $password === '',
            'SMTP_USERNAME',
            'must be set together with SMTP_PASSWORD',
            'website@example.co.za',
        );
        $timeout = $settings->number('SMTP_TIMEOUT', 10, 60);
        $oauth = self::oauth($settings, $username, $timeout);
        $settings->require(
            $password !== '' || $username === '' || $oauth !== null,
            'SMTP_PASSWORD',
            'must be set together with SMTP_USERNAME',
            "'the password'",
        );
        $settings->require(
            $username === '' || $encryption !== SmtpServer::NONE || SmtpServer::isThisMachine($host),
            'SMTP_ENCRYPTION',
            'must not be none if SMTP_USERNAME is set: the password would cross the network unencrypted',
            'starttls',
        );

        $caFile = $settings->text('SMTP_CA_FILE');
        $settings->require(
            $caFile === '' || (is_file($caFile) && is_readable($caFile)),
            'SMTP_CA_FILE',
            'must be a readable file of PEM certificates',
            '/etc/ssl/certs/ca-certificates.crt',
        );

        return new SmtpServer(
            $host,
            $settings->number('SMTP_PORT', SmtpServer::PORTS[$encryption], 65_535),
            $encryption,
            $timeout,
            $caFile === '' ? null : $caFile,
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
        $parts = parse_url($url);
        $host = \is_array($parts) ? $parts['host'] ?? '' : '';
        $isSafe = $host !== '' && (($parts['scheme'] ?? '') === 'https' || SmtpServer::isThisMachine($host));
        $settings->require(
            $isSafe,
            'SMTP_OAUTH_TOKEN_URL',
            'must be the https address where your provider issues tokens',
            'https://oauth2.googleapis.com/token',
        );
        $settings->require(
            $clientId !== '',
            'SMTP_OAUTH_CLIENT_ID',
            'must be the client ID from your provider',
            "'the client id'",
        );
        $settings->require(
            $username !== '',
            'SMTP_USERNAME',
            'must be the mailbox of the OAuth token',
            'website@example.co.za',
        );

        return new OAuthClient(
            $url,
            $clientId,
            $settings->secret('SMTP_OAUTH_CLIENT_SECRET'),
            $settings->secret('SMTP_OAUTH_REFRESH_TOKEN'),
            $username,
            $timeout,
        );
    }

    private static function sender(Settings $settings): MailSender
    {
        $from = $settings->text('MAIL_FROM');
        $settings->require(
            self::isAddress($from),
            'MAIL_FROM',
            "must be an email address of the site's own domain",
            'website@example.co.za',
        );

        return new MailSender($from, self::dkim($settings));
    }

    /** @return list<string> */
    private static function addresses(Settings $settings, string $key): array
    {
        $to = array_map(trim(...), explode(',', $settings->text($key)));
        $settings->require(
            array_filter($to, self::isAddress(...)) === $to,
            $key,
            'must be one or more email addresses separated by commas',
            'sales@example.co.za,owner@example.co.za',
        );

        return $to;
    }

    private static function dkim(Settings $settings): ?Dkim
    {
        $domain = $settings->text('DKIM_DOMAIN');
        $selector = $settings->text('DKIM_SELECTOR');
        $keyFile = $settings->text('DKIM_KEY_FILE');
        if ($domain . $selector . $keyFile === '') {
            return null;
        }
        $settings->require(
            self::isDomain($domain),
            'DKIM_DOMAIN',
            'must be the domain that publishes the DKIM key',
            'example.co.za',
        );
        $settings->require(
            self::isDomain($selector),
            'DKIM_SELECTOR',
            'must be the name that the DKIM key is published under',
            'website',
        );

        $dkim = Dkim::tryWith($domain, $selector, $keyFile);
        $settings->require(
            $dkim !== null,
            'DKIM_KEY_FILE',
            'must be a readable PEM file with an RSA private key of at least 1024 bits and no passphrase',
            '/etc/website/dkim.pem',
        );

        return $dkim;
    }

    /** DNS allows underscores in names that are not host names. */
    private static function isDomain(string $name): bool
    {
        return preg_match(
            '/^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/iD',
            $name,
        ) === 1;
    }

    /** PHP's filter also accepts quoted local parts and bracketed IP addresses; our headers do not. */
    private static function isAddress(string $address): bool
    {
        return filter_var($address, \FILTER_VALIDATE_EMAIL) !== false && strpbrk($address, '"[') === false;
    }
}
