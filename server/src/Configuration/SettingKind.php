<?php

declare(strict_types=1);

namespace Enquiry\Configuration;

use Enquiry\Database\DatabaseUrl;
use Enquiry\Delivery\WebhookSender;
use Enquiry\Http\Origins;

/** The kinds of settings. Each value says in errors what a setting must be; %s stands for its name. */
enum SettingKind: string
{
    case Address = 'be one email address, for example %s=website@example.co.za';
    case Addresses = 'be one or more email addresses separated by commas, for example '
        . '%s=sales@example.co.za,owner@example.co.za';
    case AddressRanges = 'be one or more IP addresses or ranges, separated by commas, for example '
        . '%s=10.0.0.5,2001:db8::/32';
    case Count = 'be a whole number from 1 to 1000000, for example %s=20';
    case Database = 'be mysql:// with user, password, host and database, percent-encoded, for example '
        . '%s=mysql://website:change%%20me@localhost/enquiries';
    case Encryption = 'be one of starttls, tls, none, for example %s=starttls';
    case Folder = 'be a full path, for example %s=/var/lib/website';
    case Host = 'be the name or IP address of the mail server, without a port or ssl://, for example '
        . '%s=smtp.example.co.za';
    case Limit = 'be a whole number from 0 to 1000000, for example %s=120';
    case Origin = 'be the address of a site that is in no subfolder, without a slash at its end, for example '
        . '%s=https://www.example.co.za';
    case Password = 'be a password';
    case Port = 'be a whole number from 1 to 65535, for example %s=587';
    case Prefix = 'be a path that starts with a slash and does not end with one, for example %s=/api';
    case Text = 'be a text';
    case Token = 'be at least 32 random characters without spaces, for example '
        . '%s=\'the output of: openssl rand -hex 32\'';
    case TokenUrl = 'be the https address where your provider issues tokens, for example '
        . '%s=https://oauth2.googleapis.com/token';
    case WebhookSecret = 'be whsec_ and 24 to 64 random bytes in Base64, for example '
        . "%s='whsec_ and then the output of: openssl rand -base64 32'";
    case WebhookUrl = 'be an https address, for example %s=https://crm.example.co.za/enquiries';

    public function accepts(#[\SensitiveParameter] string $value): bool
    {
        return match ($this) {
            self::Password, self::Text => true,
            self::Address => self::isAddress($value),
            self::Addresses => self::isEach($value, self::isAddress(...)),
            self::AddressRanges => self::isEach($value, self::isAddressRange(...)),
            self::Count => self::isNumber($value, 1, 1_000_000),
            self::Database => DatabaseUrl::parse($value) !== null,
            self::Encryption => preg_match('/^(?:starttls|tls|none)$/iD', $value) === 1,
            self::Folder => preg_match('~^(?:/|[A-Za-z]:[/\\\])~', $value) === 1,
            self::Host => filter_var($value, \FILTER_VALIDATE_DOMAIN, \FILTER_FLAG_HOSTNAME) !== false
                || filter_var($value, \FILTER_VALIDATE_IP) !== false,
            self::Limit => self::isNumber($value, 0, 1_000_000),
            self::Origin => Origins::parse($value) !== null,
            self::Port => self::isNumber($value, 1, 65_535),
            self::Prefix => preg_match('~^(?:/[A-Za-z0-9_-]+)+$~D', $value) === 1,
            self::Token => preg_match('/^[\x21-\x7E]{32,}$/D', $value) === 1,
            self::TokenUrl, self::WebhookUrl => MailSettings::isSafeUrl($value),
            self::WebhookSecret => WebhookSender::keyIn($value) !== null,
        };
    }

    public function isSecret(): bool
    {
        return match ($this) {
            self::Database, self::Password, self::Token, self::WebhookSecret, self::WebhookUrl => true,
            default => false,
        };
    }

    /** @param callable(string): bool $isValid */
    private static function isEach(string $list, callable $isValid): bool
    {
        $parts = Settings::split($list);

        return array_filter($parts, $isValid) === $parts;
    }

    private static function isNumber(string $value, int $min, int $max): bool
    {
        $range = ['min_range' => $min, 'max_range' => $max];

        return filter_var($value, \FILTER_VALIDATE_INT, ['options' => $range]) !== false;
    }

    /** PHP's filter also accepts quoted local parts and bracketed IP addresses; our headers do not. */
    private static function isAddress(string $address): bool
    {
        return filter_var($address, \FILTER_VALIDATE_EMAIL) !== false && strpbrk($address, '"[') === false;
    }

    /** A range of 0 bits would trust every address. */
    private static function isAddressRange(string $range): bool
    {
        [$address, $bits] = explode('/', $range, 2) + ['', null];
        $most = filter_var($address, \FILTER_VALIDATE_IP, \FILTER_FLAG_IPV4) === false ? 128 : 32;

        return filter_var($address, \FILTER_VALIDATE_IP) !== false
            && ($bits === null || self::isNumber($bits, 1, $most));
    }
}
