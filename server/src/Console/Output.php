<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Shared\LocalTime;
use Enquiry\Shared\Text;
use Symfony\Component\Console\Formatter\OutputFormatter;
use Symfony\Component\Console\Output\ConsoleOutput;
use Symfony\Component\Console\Style\SymfonyStyle;

/** Standard output, and the format of what commands print. */
final class Output extends ConsoleOutput
{
    /** Symfony's ignores a full disk, so that a cut export would exit with 0. */
    protected function doWrite(string $message, bool $newline): void
    {
        $text = $message . ($newline ? \PHP_EOL : '');
        if (@fwrite($this->getStream(), $text) === \strlen($text)) {
            return;
        }
        $error = error_get_last()['message'] ?? '';
        // A reader such as head has seen enough.
        if (!str_contains($error, 'Broken pipe')) {
            throw new Failure("The output is incomplete: {$error}.");
        }
    }

    public static function time(int $time): string
    {
        return LocalTime::at($time)->format('j M Y H:i');
    }

    /**
     * @param bool $force does not ask
     * @throws Failure if the answer is no
     */
    public static function confirm(SymfonyStyle $io, string $question, bool $force): void
    {
        if (!$force && !$io->confirm($question, false)) {
            throw new Failure('Nothing was changed.');
        }
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

    public static function printJson(SymfonyStyle $io, mixed $value): void
    {
        $flags = \JSON_PRETTY_PRINT | \JSON_UNESCAPED_UNICODE | \JSON_UNESCAPED_SLASHES
            | \JSON_INVALID_UTF8_SUBSTITUTE | \JSON_THROW_ON_ERROR;

        $io->writeln(Text::escapeJson(json_encode($value, $flags, 1024)), self::OUTPUT_RAW);
    }
}
