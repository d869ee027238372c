<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Operations\Finding;
use Enquiry\Shared\LocalTime;
use Enquiry\Shared\Text;
use Symfony\Component\Console\Formatter\OutputFormatter;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\Style\SymfonyStyle;

/** The format of what commands print. */
final class Output
{
    public static function time(int $time): string
    {
        return LocalTime::at($time)->format('j M Y H:i');
    }

    /** Text of a visitor or a mail server on one line, without control characters, which could control the terminal. */
    public static function plain(string $text): string
    {
        return (string) preg_replace('/[\p{C}\p{Zl}\p{Zp}]+/u', ' ', Text::line(mb_scrub($text, 'UTF-8')));
    }

    /** Like plain(), and escaped for Symfony's tags. */
    public static function line(string $text): string
    {
        return OutputFormatter::escape(self::plain($text));
    }

    /**
     * The lines that cron emails. They need no extension of PHP, because one may be missing.
     * @param list<Finding> $findings
     * @return list<string>
     */
    public static function attention(array $findings): array
    {
        return $findings === [] ? [] : [
            'The website needs your attention:',
            ...array_map(static fn(Finding $finding): string => "- {$finding}", $findings),
            'While this lasts, each run exits with 1, and one in six hours prints this.',
        ];
    }

    public static function printJson(SymfonyStyle $io, mixed $value): void
    {
        $io->write(self::json($value), false, OutputInterface::OUTPUT_RAW);
    }

    public static function json(mixed $value): string
    {
        $flags = \JSON_PRETTY_PRINT | \JSON_UNESCAPED_UNICODE | \JSON_UNESCAPED_SLASHES
            | \JSON_INVALID_UTF8_SUBSTITUTE | \JSON_THROW_ON_ERROR;

        return Text::escapeJson(json_encode($value, $flags, 1024)) . "\n";
    }
}
