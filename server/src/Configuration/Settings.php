<?php

declare(strict_types=1);

namespace Enquiry\Configuration;

/** The environment's values. Collects all errors, so that one message can list them. */
final class Settings
{
    /** For error messages: the words after "must", and an example. */
    private const DEMANDS = [
        'ADDRESS_KEY' => ['be at least 32 random characters', "'the output of: openssl rand -hex 32'"],
        'ALERT_TO' => ['be one or more email addresses separated by commas', 'owner@example.co.za,it@example.co.za'],
        'DATABASE_URL' => [
            'be mysql:// with user, password, host and database, percent-encoded',
            'mysql://website:change%20me@localhost/enquiries',
        ],
        'DATA_DIR' => ['be a full path', '/var/lib/website'],
        'HEALTH_TOKEN' => ['be at least 32 random characters without spaces', "'the output of: openssl rand -hex 32'"],
        'MAIL_FROM' => ["be an email address of the site's own domain", 'website@example.co.za'],
        'MAIL_REPLY_COPY' => ['be one email address', 'team@example.co.za'],
        'MAIL_TO' => ['be one or more email addresses separated by commas', 'sales@example.co.za,owner@example.co.za'],
        'SERVICE_PREFIX' => ['be a path that starts with a slash and does not end with one', '/api'],
        'SITE_URL' => ['be an origin without a path: the site cannot be in a subfolder', 'https://www.example.co.za'],
        'SMTP_ENCRYPTION' => [
            'not be none if SMTP_USERNAME is set: the password would cross the network unencrypted',
            'starttls',
        ],
        'SMTP_HOST' => ['be the name or IP address of the mail server, without a port or ssl://', 'smtp.example.co.za'],
        'SMTP_OAUTH_CLIENT_ID' => ['be the client ID from your provider', "'the client id'"],
        'SMTP_OAUTH_TOKEN_URL' => [
            'be the https address where your provider issues tokens',
            'https://oauth2.googleapis.com/token',
        ],
        'SMTP_PASSWORD' => ['be set together with SMTP_USERNAME', "'the password'"],
        'SMTP_USERNAME' => ['be the account that SMTP_PASSWORD or SMTP_OAUTH_… is for', 'website@example.co.za'],
        'TRUSTED_PROXIES' => ['be one or more IP addresses or ranges, separated by commas', '10.0.0.5,2001:db8::/32'],
        'WEBHOOK_SECRET' => [
            'be whsec_ and 24 to 64 random bytes in Base64',
            '"whsec_$(openssl rand -base64 32)"',
        ],
        'WEBHOOK_URL' => ['be an https address', 'https://crm.example.co.za/enquiries'],
    ];

    /** KEY=value, KEY='value' or KEY="value". A comment begins after a space or a quotation mark. */
    private const LINE = <<<'REGEX'
        ~^\s*(?:export\s+)?(?<key>[A-Za-z_][\w.]*)\s*(?:=\s*(?:
            '(?<single>[^']*)' | "(?<double>(?:[^"\\]|\\["\\$nrtfv])*+)" | (?<bare>(?!['"\#])[^\s\#]++)
        )?)?\s*(?:(?<=[\s='"])\#.*)?$~xsD
        REGEX;

    /** @var \SensitiveParameterValue<array<mixed>> */
    private readonly \SensitiveParameterValue $values;

    /** @var array<string, string> */
    private array $asRead = [];

    /**
     * @param array<mixed>              $values
     * @param array<int|string, string> $errors in lines of the file, by key if the line has one
     * @param list<string>              $keys   the keys in the file
     * @param list<string>              $hints  shown before the errors, if there are any
     */
    public function __construct(
        #[\SensitiveParameter]
        array $values,
        private array $errors = [],
        public readonly array $keys = [],
        private readonly array $hints = [],
    ) {
        $this->values = new \SensitiveParameterValue($values);
    }

    /** The environment wins over the file. A request can add only names that begin with HTTP_ to $_SERVER. */
    public static function load(string $file): self
    {
        $isThere = is_file($file);
        [$values, $errors] = $isThere ? self::read($file) : [[], []];
        $fix = 'copy .env.example to it, let only its owner read it (chmod 600), and fill it in.';
        $hints = $isThere ? [] : ["{$file} is missing: {$fix}"];

        return new self([...$values, ...getenv(), ...$_SERVER], $errors, array_keys($values), $hints);
    }

    /** An empty value counts as not set. */
    public function text(string $key, string $default = ''): string
    {
        $value = trim($this->value($key));
        if ($value !== '') {
            $this->asRead[$key] = $value;
        }

        return $value === '' ? $default : $value;
    }

    /** Not trimmed: a password may begin or end with a space. */
    public function secret(string $key): string
    {
        $value = $this->value($key);
        if ($value !== '') {
            $length = mb_strlen($value, 'UTF-8');
            $start = $length > 4 ? mb_substr($value, 0, 2, 'UTF-8') . '… ' : '';
            $this->asRead[$key] = "{$start}({$length} characters)";
        }

        return $value;
    }

    /**
     * @param key-of<self::DEMANDS> $key
     * @return ?\SensitiveParameterValue<string>
     */
    public function randomKey(string $key, string $pattern): ?\SensitiveParameterValue
    {
        $value = $this->secret($key);
        $isStrong = preg_match($pattern, $value) === 1;
        $this->require($value === '' || $isStrong, $key);

        return $isStrong ? new \SensitiveParameterValue($value) : null;
    }

    /**
     * @param key-of<self::DEMANDS>  $key
     * @param callable(string): bool $isValid
     * @return list<string> the parts between commas; none if the key is not set
     */
    public function list(string $key, callable $isValid): array
    {
        $text = $this->text($key);
        $parts = $text === '' ? [] : array_map(trim(...), explode(',', $text));
        $this->require(array_filter($parts, $isValid) === $parts, $key);

        return $parts;
    }

    public function number(string $key, int $default, int $max, int $min = 1): int
    {
        $options = ['options' => ['min_range' => $min, 'max_range' => $max]];
        $number = filter_var($this->text($key, (string) $default), \FILTER_VALIDATE_INT, $options);
        if ($number === false) {
            $this->reject($key, "be a whole number from {$min} to {$max}", (string) $default);
        }

        return (int) $number;
    }

    /**
     * @template T of string
     *
     * @param non-empty-list<T> $choices
     * @param T                 $default
     *
     * @return T
     */
    public function choice(string $key, array $choices, string $default): string
    {
        $index = array_search(strtolower($this->text($key, $default)), $choices, true);
        if ($index === false) {
            $this->reject($key, 'be one of ' . implode(', ', $choices), $default);
        }

        return $choices[(int) $index];
    }

    /** @param key-of<self::DEMANDS> $key */
    public function require(bool $holds, string $key): void
    {
        if (!$holds) {
            $this->reject($key, ...self::DEMANDS[$key]);
        }
    }

    private function reject(string $key, string $demand, string $example): void
    {
        $this->errors[$key] ??= "{$key} must {$demand}, for example {$key}={$example}";
    }

    /** @return array<string, string> the non-empty settings read so far, with secrets shortened */
    public function asRead(): array
    {
        return $this->asRead;
    }

    /** @return list<string> the errors of the keys that match */
    public function errorsOf(string $pattern): array
    {
        $isMatch = static fn(int|string $key): bool => preg_match($pattern, (string) $key) === 1;

        return array_values(array_filter($this->errors, $isMatch, \ARRAY_FILTER_USE_KEY));
    }

    /**
     * @param string $ignored pattern of keys whose errors do not count
     * @throws InvalidConfiguration
     */
    public function finish(string $ignored): void
    {
        $errors = array_values(array_diff($this->errors, $this->errorsOf($ignored)));
        if ($errors !== []) {
            throw new InvalidConfiguration([...$this->hints, ...$errors], $this->asRead);
        }
    }

    private function value(string $key): string
    {
        $value = $this->values->getValue()[$key] ?? null;

        return \is_string($value) ? $value : '';
    }

    /**
     * Reads line by line, so that a missing quotation mark does not swallow the next settings.
     * @return array{array<string, string>, array<int|string, string>} values, and errors by key if the line has one
     */
    private static function read(string $file): array
    {
        $content = @file_get_contents($file);
        if ($content === false) {
            return [[], ["{$file} cannot be read. Let the user that PHP runs as read it."]];
        }
        if (str_contains($content, "\0")) {
            return [[], ["{$file} is saved as UTF-16. Save it as UTF-8."]];
        }
        $values = $errors = [];
        $lines = explode("\n", str_replace(["\r\n", "\r"], "\n", ltrim($content, "\u{FEFF}")));
        foreach ($lines as $index => $line) {
            if (trim($line) === '' || ltrim($line)[0] === '#') {
                continue;
            }
            $place = "{$file}, line " . ($index + 1);
            if (preg_match(self::LINE, $line, $found, \PREG_UNMATCHED_AS_NULL) === 1) {
                $values[$found['key']] = $found['single'] ?? $found['bare'] ?? stripcslashes($found['double'] ?? '');
            } elseif (preg_match('/^\s*(?:export\s+)?([A-Z][A-Z0-9_]*)\s*=/', $line, $found) === 1) {
                // The message must not contain the value.
                $errors[$found[1]] = "{$place}: the value of {$found[1]} cannot be read. Put it in single quotation "
                    . "marks: {$found[1]}='…'.";
            } else {
                $errors[] = "{$place} is not KEY=value. Correct the line, or begin it with # if it is a comment.";
            }
        }

        return [$values, $errors];
    }
}
