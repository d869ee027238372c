<?php

declare(strict_types=1);

namespace Enquiry\Configuration;

/** The environment's values. All errors are collected, and none shows a value. An invalid one has its default. */
final class Settings
{
    public const MAIL = 'mail';
    public const WEBHOOK = 'webhook';

    /** Nothing can be stored without these. */
    private const STORING = ['DATA_DIR', 'DATA_ID', 'DATABASE_URL'];

    /** The name of an error of the whole file, which may hold one of these. */
    private const FILE = '.env';

    /** MAIL_TO_QUOTE has the recipients of the form "quote". */
    private const MAIL_TO_FORM = '/^MAIL_TO_[A-Z]+$/D';

    /**
     * Every setting in the order of .env.example: its group, its kind, its default (null if it must be set), and what
     * it is for. The endpoint does not read the groups build and deploy: see scripts/environment.mjs.
     */
    public const TABLE = [
        'SERVICE_PREFIX' => ['site', SettingKind::Prefix, '/api', 'The folder of the endpoint in addresses.'],
        'SITE_URL' => ['site', SettingKind::Origin, '', 'The origin of the live site.'],
        'IDENTITY' => ['build', SettingKind::Text, 'src/identity', 'The folder with the name and content of the firm.'],
        'REDIRECT_TO_HTTPS' => ['build', SettingKind::Text, 'no', 'Whether the web server redirects plain HTTP.'],
        'DEPLOY_URL' => ['deploy', SettingKind::Text, '', 'The account that holds the site.'],
        'DEPLOY_WWW' => ['deploy', SettingKind::Text, 'www', 'The document root in that account.'],
        'DEPLOY_PRIVATE' => ['deploy', SettingKind::Text, '', 'The folder private in that account.'],
        'DEPLOY_CHECK_ADDRESS' => ['deploy', SettingKind::Text, '', 'Where the check finds the host, if elsewhere.'],
        'DEPLOY_CHECK_LOGIN' => ['deploy', SettingKind::Password, '', 'The login of a site behind a password.'],
        'DEPLOY_PASSWORD' => ['deploy', SettingKind::Password, '', 'The password of the account.'],
        'DEPLOY_KEY' => ['deploy', SettingKind::Text, '', 'The private key of the account.'],
        'DEPLOY_FINGERPRINT' => ['deploy', SettingKind::Text, '', 'The key or the certificate of the host.'],
        'SMTP_HOST' => [self::MAIL, SettingKind::Host, null, 'The SMTP server of your mail provider.'],
        'SMTP_ENCRYPTION' => [self::MAIL, SettingKind::Encryption, 'starttls', 'How the connection is encrypted.'],
        'SMTP_PORT' => [self::MAIL, SettingKind::Port, '', 'Without it, the usual port of the encryption.'],
        'SMTP_USERNAME' => [self::MAIL, SettingKind::Text, '', 'The account that sends the emails.'],
        'SMTP_PASSWORD' => [self::MAIL, SettingKind::Password, '', 'The password of SMTP_USERNAME.'],
        'SMTP_OAUTH_TOKEN_URL' => [self::MAIL, SettingKind::TokenUrl, '', 'For providers that accept no passwords.'],
        'SMTP_OAUTH_CLIENT_ID' => [self::MAIL, SettingKind::Text, '', 'The id of your client or application.'],
        'SMTP_OAUTH_CLIENT_SECRET' => [self::MAIL, SettingKind::Password, '', 'The secret of the client.'],
        'SMTP_OAUTH_REFRESH_TOKEN' => [self::MAIL, SettingKind::Password, '', 'The refresh token, if there is one.'],
        'MAIL_FROM' => [self::MAIL, SettingKind::Address, null, "The sender: an address of the site's own domain."],
        'MAIL_TO' => [self::MAIL, SettingKind::Addresses, null, 'The recipients of the enquiries.'],
        'ALERT_TO' => ['alerts', SettingKind::Addresses, '', 'The operators. Without it, MAIL_TO gets the alerts.'],
        'WEBHOOK_URL' => [self::WEBHOOK, SettingKind::WebhookUrl, '', 'Each enquiry is also posted to this address.'],
        'WEBHOOK_SECRET' => [self::WEBHOOK, SettingKind::WebhookSecret, '', 'Signs these requests.'],
        'TRUSTED_PROXIES' => ['visitors', SettingKind::AddressRanges, '', 'The proxies in front of the endpoint.'],
        'DATA_DIR' => ['queue', SettingKind::Folder, '', 'The folder for the enquiries. Without it, server/data.'],
        'DATABASE_URL' => ['queue', SettingKind::Database, '', 'A database instead of the SQLite file in DATA_DIR.'],
        'DATA_ID' => ['queue', SettingKind::Text, '', 'The id of DATA_DIR.'],
        'RATE_LIMIT' => ['queue', SettingKind::Count, '20', 'How many enquiries one address may send in ten minutes.'],
        'DELIVERY_PER_HOUR' => ['queue', SettingKind::Limit, '120', 'How many emails are sent an hour; 0: no limit.'],
        'HEALTH_TOKEN' => ['queue', SettingKind::Token, '', 'The token for the pages of the operator.'],
    ];

    /** The grammar that .env.example explains: scripts/environment.mjs reads the same (tests/contract/env.json). */
    private const LINE = <<<'REGEX'
        ~^[ \t]*(?<key>[A-Za-z_]\w*)[ \t]*=(?:
            [ \t]*(?:'(?<single>[^']*)' | "(?<double>(?:[^"\\]|\\["\\])*+)")[ \t]*
            | (?<bare>(?![ \t]*['"])(?:[^\#]|(?<![ \t])\#)*+)
        )(?:(?<=[ \t])\#.*)?$~xsD
        REGEX;

    /** @var \SensitiveParameterValue<array<mixed>> */
    private readonly \SensitiveParameterValue $values;

    /** @var array<string, string> by name, or by line of the file if the line has no name */
    private array $errors;

    /**
     * @param array<mixed>          $values
     * @param array<string, string> $fileErrors like the errors
     * @param list<string>          $unknown    names in the file that are not in the table
     * @param string                $missing    says that there is no file
     */
    public function __construct(
        #[\SensitiveParameter]
        array $values,
        private readonly array $fileErrors = [],
        public readonly array $unknown = [],
        private readonly string $missing = '',
    ) {
        $this->values = new \SensitiveParameterValue($values);
        $this->errors = $fileErrors;
        foreach (self::TABLE as $name => [, $kind, $default]) {
            $value = $this->given($name);
            $this->require($value === '' ? $default !== null : $kind->accepts($value), $name);
        }
        foreach (array_keys($this->mailToByForm()) as $name) {
            $this->require(SettingKind::Addresses->accepts($this->given($name)), $name);
        }
    }

    /** The environment wins over the file. A request can add only names that begin with HTTP_ to $_SERVER. */
    public static function load(string $file): self
    {
        $isThere = is_file($file);
        [$values, $errors] = $isThere ? self::read($file) : [[], []];
        $fix = 'copy .env.example to it, let only its owner read it (chmod 600), and fill it in.';
        $missing = $isThere ? '' : "{$file} is missing: {$fix}";
        $isUnknown = static fn(string $name): bool => self::entry($name) === null;
        $unknown = array_keys(array_filter($values, $isUnknown, \ARRAY_FILTER_USE_KEY));

        return new self([...$values, ...getenv(), ...$_SERVER], $errors, $unknown, $missing);
    }

    /**
     * @param key-of<self::TABLE> $name
     * @param ?string             $default if the table has none
     */
    public function text(string $name, ?string $default = null): string
    {
        $value = $this->given($name);

        return $value === '' || isset($this->errors[$name]) ? $default ?? self::TABLE[$name][2] ?? '' : $value;
    }

    /**
     * @param key-of<self::TABLE> $name
     * @return list<string> none if it is not set
     */
    public function list(string $name): array
    {
        $text = $this->text($name);

        return $text === '' ? [] : self::split($text);
    }

    /** @return array<string, list<string>> the recipients of single forms, by the name of the setting */
    public function mailToByForm(): array
    {
        $found = [];
        foreach (array_keys($this->values->getValue()) as $name) {
            if (\is_string($name) && preg_match(self::MAIL_TO_FORM, $name) === 1 && $this->given($name) !== '') {
                $found[$name] = self::split($this->given($name));
            }
        }

        return $found;
    }

    /**
     * @param key-of<self::TABLE> $name
     * @return ?\SensitiveParameterValue<string> null if it is not set or invalid
     */
    public function secret(string $name): ?\SensitiveParameterValue
    {
        $value = $this->text($name);

        return $value === '' ? null : new \SensitiveParameterValue($value);
    }

    /** A setting for the tests alone, which is not in the table. */
    public function forTests(string $name, string $default): string
    {
        $value = $this->value($name);

        return $value === '' ? $default : $value;
    }

    /** @return list<string> the parts between commas */
    public static function split(string $list): array
    {
        return array_map(trim(...), explode(',', $list));
    }

    /**
     * Whether it has a value, even one that cannot be read.
     * @param key-of<self::TABLE> $name
     */
    public function has(string $name): bool
    {
        return $this->given($name) !== '' || isset($this->fileErrors[$name]);
    }

    /**
     * @param string  $name   of an entry()
     * @param ?string $demand what it must be besides its kind
     */
    public function require(bool $holds, string $name, ?string $demand = null): void
    {
        if (!$holds) {
            [, $kind, , $purpose] = self::entry($name) ?? throw new \LogicException("No setting: {$name}");
            $demand ??= \sprintf($kind->value, $name);
            $this->errors[$name] ??= "{$name} must {$demand}. {$purpose}";
        }
    }

    /** @return array<string, string> what the endpoint was given, without secrets */
    public function asRead(): array
    {
        $read = [];
        foreach ([...array_keys(self::TABLE), ...array_keys($this->mailToByForm())] as $name) {
            $value = $this->given($name);
            [$group, $kind] = self::entry($name) ?? throw new \LogicException("No setting: {$name}");
            if ($value !== '' && !\in_array($group, ['build', 'deploy'], true)) {
                $read[$name] = $kind->isSecret() ? '(' . mb_strlen($value, 'UTF-8') . ' characters)' : $value;
            }
        }

        return $read;
    }

    /** @return array<string, string> by name, or by line of the file if the line has no name */
    public function errors(): array
    {
        $isNothingSet = $this->missing !== '' && !$this->has('SMTP_HOST');

        return [...$isNothingSet ? [self::FILE => $this->missing] : [], ...$this->errors];
    }

    public function canStore(): bool
    {
        return array_intersect_key($this->errors, array_flip([self::FILE, ...self::STORING])) === [];
    }

    /** @return ?string null for a line of the file without a name */
    public static function groupOf(string $name): ?string
    {
        return self::entry($name)[0] ?? null;
    }

    /** @return ?array{string, SettingKind, ?string, string} its entry of the table; null if there is no such setting */
    private static function entry(string $name): ?array
    {
        return self::TABLE[preg_replace(self::MAIL_TO_FORM, 'MAIL_TO', $name)] ?? null;
    }

    private function given(string $name): string
    {
        $value = $this->value($name);

        // A password may begin or end with a space.
        return (self::entry($name)[1] ?? null) === SettingKind::Password ? $value : trim($value);
    }

    private function value(string $key): string
    {
        $value = $this->values->getValue()[$key] ?? null;

        return \is_string($value) ? $value : '';
    }

    /**
     * Reads line by line, so that a missing quotation mark does not swallow the next settings.
     * @return array{array<string, string>, array<string, string>} values and errors
     */
    private static function read(string $file): array
    {
        $content = @file_get_contents($file);
        if ($content === false) {
            return [[], [self::FILE => "{$file} cannot be read. Let the user that PHP runs as read it."]];
        }
        if (str_contains($content, "\0") || !mb_check_encoding($content, 'UTF-8')) {
            return [[], [self::FILE => "{$file} is not saved as UTF-8. Save it as UTF-8."]];
        }
        $values = $errors = [];
        $lines = explode("\n", str_replace(["\r\n", "\r"], "\n", ltrim($content, "\u{FEFF}")));
        foreach ($lines as $index => $line) {
            if (preg_match('/^[ \t]*(?:#|$)/D', $line) === 1) {
                continue;
            }
            // The messages must not contain the value.
            $place = "{$file}, line " . ($index + 1);
            if (preg_match(self::LINE, $line, $found, \PREG_UNMATCHED_AS_NULL) === 1) {
                $values[$found['key']] = $found['single'] ?? (isset($found['bare'])
                    ? trim($found['bare'], " \t")
                    : strtr($found['double'] ?? '', ['\\\\' => '\\', '\"' => '"']));
            } elseif (preg_match('/^[ \t]*([A-Za-z_]\w*)[ \t]*=/', $line, $found) === 1) {
                $errors[$found[1]] = "{$place}: the value of {$found[1]} cannot be read. Write {$found[1]}='…', or "
                    . "{$found[1]}=\"…\" with a backslash before each \" and \\.";
            } else {
                $errors[self::nameIn($line) ?? 'line ' . ($index + 1)] = "{$place} is not KEY=value. Correct the line, "
                    . 'or begin it with # if it is a comment.';
            }
        }

        return [$values, $errors];
    }

    /** @return ?string the setting that a damaged line means; one that storing needs, if it names any */
    private static function nameIn(string $line): ?string
    {
        preg_match_all('/\w+/', $line, $words);
        [$first, $second] = $words[0] + ['', ''];
        $name = current(array_intersect(self::STORING, $words[0]));

        return match (true) {
            $name !== false => $name,
            self::entry($first) !== null => $first,
            $first === 'export' && self::entry($second) !== null => $second,
            default => null,
        };
    }
}
