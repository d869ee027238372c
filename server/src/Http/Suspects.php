<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Database\DataFolder;
use Enquiry\Enquiry\Message;
use Enquiry\Shared\Text;
use Symfony\Component\HttpFoundation\IpUtils;

/**
 * The operator's list of spam, suspects.txt in DATA_DIR: one word, phrase, email address, IP address or network on a
 * line. An enquiry that matches is marked, never refused (docs/spam.md).
 */
final readonly class Suspects
{
    private const NETWORK = '~^[0-9a-f.:]+/\d+$~iD';

    /** Between two characters of which one is not part of a word. */
    private const EDGE = '(?:(?<![\p{L}\p{M}\p{N}])|(?![\p{L}\p{M}\p{N}]))';

    public string $file;

    public function __construct(DataFolder $folder)
    {
        $this->file = $folder->file('suspects.txt');
    }

    /** @param string $address of the client; empty if unknown */
    public function match(Message $message, string $address): bool
    {
        $text = Text::fold(implode("\n", $message->values));
        foreach ($this->lines() as $line) {
            $isMatch = self::isNetwork($line)
                ? IpUtils::checkIp($address, $line)
                : self::isUsable($line) && self::isIn($text, Text::fold($line));
            if ($isMatch) {
                return true;
            }
        }

        return false;
    }

    /** @return list<string> why the file or a line is not used, without the line, which may name a person */
    public function errors(): array
    {
        if (file_exists($this->file) && !(is_file($this->file) && is_readable($this->file))) {
            return ['it cannot be read.'];
        }
        $unusable = array_keys(array_filter($this->lines(), static fn(string $line): bool => !self::isUsable($line)));

        return $unusable === [] ? [] : ['these lines cannot be used: ' . implode(', ', $unusable) . '.'];
    }

    /** @return array<int, string> by number, without empty lines and comments */
    private function lines(): array
    {
        $lines = [];
        // Editors on Windows begin a file with a mark of its encoding.
        $content = (string) preg_replace('/^\xEF\xBB\xBF/', '', (string) @file_get_contents($this->file));
        foreach (explode("\n", $content) as $index => $line) {
            $lines[$index + 1] = trim((string) preg_replace('/(?:^|\s)#.*$/sD', '', $line));
        }

        return Text::filled($lines);
    }

    private static function isNetwork(string $line): bool
    {
        return filter_var($line, \FILTER_VALIDATE_IP) !== false || preg_match(self::NETWORK, $line) === 1;
    }

    private static function isUsable(string $line): bool
    {
        [$address, $bits] = explode('/', $line, 2) + ['', '0'];
        $most = str_contains($address, ':') ? 128 : 32;

        return self::isNetwork($line)
            ? filter_var($address, \FILTER_VALIDATE_IP) !== false && (int) $bits <= $most
            : mb_check_encoding($line, 'UTF-8')
                && preg_match('/[\p{L}\p{N}]/u', Text::fold($line)) === 1;
    }

    private static function isIn(string $text, string $words): bool
    {
        return str_contains($text, $words)
            && preg_match('/' . self::EDGE . preg_quote($words, '/') . self::EDGE . '/u', $text) === 1;
    }
}
