<?php

declare(strict_types=1);

namespace Enquiry\Enquiry;

use Enquiry\Shared\Text;
use Symfony\Component\HttpFoundation\IpUtils;

/** Tells which enquiries an operator means: those of an email address, a domain or a network, or those with a text. */
final readonly class Pattern implements \Stringable
{
    private const DOMAIN = '/^(?:\*?@|\*\.)?((?:[\p{L}\p{N}][\p{L}\p{N}-]*\.)+\p{L}[\p{L}\p{N}-]+)$/Du';
    private const EMAIL = '/^[^\s@]+@[^\s@]+$/Du';
    private const NETWORK = '~^(?=.*[.:])[0-9a-f.:]+(?:/\d+)?$~Di';
    private const QUOTED = '/^["“”„](.*)["“”]$/Du';

    /** Also what a web page adds to a copied text. */
    private const AROUND = '/^[\s\p{C}]+|[\s\p{C}]+$/Du';

    private const UNSEEN = '/[\s\p{C}\p{M}]+/u';

    /** In bytes that can be seen: three Latin letters, or one Chinese character. */
    private const SHORTEST_TEXT = 3;

    /** In characters. The text becomes part of a mail header. */
    private const LONGEST_TEXT = 200;

    /** @param 'domain'|'email'|'network'|'text' $kind */
    private function __construct(private string $kind, private string $value) {}

    /** @throws \InvalidArgumentException with a message that does not repeat what was typed */
    public static function parse(string $typed): self
    {
        $text = preg_replace(self::AROUND, '', $typed) ?? $typed;
        $network = self::network($text);

        return match (true) {
            !mb_check_encoding($text, 'UTF-8') => throw new \InvalidArgumentException('A pattern must be in UTF-8.'),
            preg_match(self::QUOTED, $text, $found) === 1 => self::text($found[1]),
            $network !== null => new self('network', $network),
            preg_match(self::DOMAIN, $text, $found) === 1 => new self('domain', Message::normaliseEmail($found[1])),
            str_starts_with($text, '@') || preg_match(self::NETWORK, $text) === 1
                => throw new \InvalidArgumentException(
                    'A pattern that looks like a domain or a network must be a valid one. Put any other text into '
                    . 'quotation marks.',
                ),
            preg_match(self::EMAIL, $text) === 1 => new self('email', Message::normaliseEmail($text)),
            default => self::text($text),
        };
    }

    private static function text(string $typed): self
    {
        // Numbers are stored with ten digits.
        $text = Message::rewriteNumber((string) preg_replace(self::AROUND, '', Text::line($typed)));
        // matches() compares folded texts, and folding may leave a single space or letter.
        if (
            \strlen((string) preg_replace(self::UNSEEN, '', Text::fold($text))) < self::SHORTEST_TEXT
            || mb_strlen($text, 'UTF-8') > self::LONGEST_TEXT
        ) {
            throw new \InvalidArgumentException(
                \sprintf('A text must have %d to %d characters.', self::SHORTEST_TEXT, self::LONGEST_TEXT),
            );
        }

        return new self('text', $text);
    }

    private static function network(string $typed): ?string
    {
        [$address, $bits] = explode('/', $typed, 2) + ['', null];
        $network = self::networkOf($address);
        [$stored, $most] = str_contains($address, ':') ? [48, 128] : [24, 32];
        $number = filter_var($bits ?? $stored, \FILTER_VALIDATE_INT, [
            'options' => ['min_range' => 1, 'max_range' => $most],
        ]);

        return match (true) {
            $network === null, $number === false => null,
            $number >= $stored => $network,
            default => "{$address}/{$number}",
        };
    }

    /** @return ?string the part of an address that is stored: an IPv4 /24 or an IPv6 /48; null if it is no address */
    public static function networkOf(string $address): ?string
    {
        if (filter_var($address, \FILTER_VALIDATE_IP) === false) {
            return null;
        }
        // An IPv4 address may be written as IPv6 (::ffff:192.0.2.1).
        $isIpv4 = str_contains($address, '.');

        return IpUtils::anonymize($isIpv4 ? ltrim((string) strrchr(":{$address}", ':'), ':') : $address, 1, 10)
            . ($isIpv4 ? '/24' : '/48');
    }

    /** The form for the operator's list, which parse() understands again. */
    public function __toString(): string
    {
        return match ($this->kind) {
            'domain' => "@{$this->value}",
            'text' => "\"{$this->value}\"",
            default => $this->value,
        };
    }

    public function inWords(): string
    {
        return match ($this->kind) {
            'domain' => "email addresses of the domain {$this->value} and its subdomains",
            'email' => "the email address {$this->value}",
            'network' => "senders in the network {$this->value}",
            'text' => Message::isNumberIn($this->value, $this->value)
                ? "the number {$this->value} in any field, also in the message, however it is written"
                : "the text {$this} in any field except the email address",
        };
    }

    /** @return ?string null if it is not an email address */
    public function email(): ?string
    {
        return $this->kind === 'email' ? $this->value : null;
    }

    /** A spam signal. */
    public function reason(): string
    {
        return "matches the operator's list: {$this}";
    }

    /** @param string $text from textOf() */
    public function matches(string $email, ?string $network, string $text): bool
    {
        $email = Message::normaliseEmail($email);

        return match ($this->kind) {
            'domain' => str_ends_with('.' . substr((string) strrchr($email, '@'), 1), ".{$this->value}"),
            'email' => $email === $this->value,
            'network' => $network !== null && IpUtils::checkIp(explode('/', $network)[0], $this->value),
            'text' => $this->isIn($text),
        };
    }

    /** @param string $text from Text::fold() */
    public function isIn(string $text): bool
    {
        return str_contains($text, Text::fold($this->value))
            || ($this->kind === 'text' && Message::isNumberIn($this->value, $text));
    }

    /**
     * The text of an enquiry in which matches() looks: all fields except the sender's email address.
     * @param array<mixed> $fields by name
     */
    public static function textOf(array $fields, string $email): string
    {
        $sender = Message::normaliseEmail($email);
        $texts = array_filter(
            $fields,
            static fn(mixed $text): bool => \is_string($text) && Message::normaliseEmail($text) !== $sender,
        );

        return Text::fold(implode(' ', $texts));
    }
}
