<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\DataFolder;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Enquiry\Message;
use Enquiry\Enquiry\Pattern;
use Enquiry\Shared\Text;

/**
 * The operator's list: a text file in the data folder with one pattern a line. Enquiries that match are marked, never
 * refused.
 */
final readonly class SuspectList
{
    private const NAME = 'suspects.txt';

    /** A spoilt file may have a million errors. */
    private const MOST_ERRORS = 10;

    public string $file;

    public function __construct(private DataFolder $folder)
    {
        $this->file = $folder->file(self::NAME);
    }

    /** @return list<string> a spam signal, or nothing */
    public function signalsFor(Message $message, ?string $network): array
    {
        $patterns = $this->patterns();
        $text = $patterns === [] ? '' : Pattern::textOf($message->values, $message->email());
        foreach ($patterns as $pattern) {
            if ($pattern->matches($message->email(), $network, $text)) {
                return [$pattern->reason()];
            }
        }

        return [];
    }

    /** @return list<Pattern> */
    public function patterns(): array
    {
        $read = array_map(self::read(...), $this->lines());

        return array_values(array_filter($read, static fn(mixed $one): bool => $one instanceof Pattern));
    }

    /** @return list<string> why the file, or a line, is not used; without the lines, which may name a person */
    public function errors(): array
    {
        if (file_exists($this->file) && !(is_file($this->file) && is_readable($this->file))) {
            return ['It cannot be read.'];
        }
        $errors = [];
        foreach (array_map(self::read(...), $this->lines()) as $number => $read) {
            if (\is_string($read)) {
                $errors[] = "Line {$number}: {$read}";
            }
        }
        $more = \count($errors) - self::MOST_ERRORS;

        return $more <= 0 ? $errors : [
            ...\array_slice($errors, 0, self::MOST_ERRORS),
            "Further lines that cannot be used: {$more}.",
        ];
    }

    /** @return list<int> the numbers of the lines that name it, also in a comment or in a longer pattern */
    public function linesWith(Pattern $sought): array
    {
        $isNamed = static fn(string $line): bool => $sought->isIn(Text::fold(mb_scrub($line, 'UTF-8')));

        return array_keys(array_filter($this->lines(), $isNamed));
    }

    public function add(Pattern $pattern): void
    {
        if (\in_array((string) $pattern, array_map(strval(...), $this->patterns()), true)) {
            return;
        }
        $this->folder->makePrivateFile($this->file);
        $lines = $this->lines();
        $break = end($lines) === '' ? '' : "\n";
        // Several processes may add a pattern at once, so each appends its line in one write.
        if (!DataFolder::write($this->file, "{$break}{$pattern}\n", 'a')) {
            throw StoreUnavailable::notWritable($this->file);
        }
    }

    /** @return array<int, string> by number */
    private function lines(): array
    {
        $lines = explode("\n", (string) @file_get_contents($this->file));

        return array_combine(range(1, \count($lines)), $lines);
    }

    /** @return Pattern|string|null a text says why the line cannot be used; null for an empty line or a comment */
    private static function read(string $line): Pattern|string|null
    {
        // Editors on Windows begin a file with a mark of its encoding.
        $line = trim((string) preg_replace('/^\xEF\xBB\xBF/', '', $line));
        $line = str_starts_with($line, '"') ? $line : (string) preg_replace('/(?:^|\s+)#.*$/D', '', $line);
        try {
            return $line === '' ? null : Pattern::parse($line);
        } catch (\InvalidArgumentException $error) {
            return $error->getMessage();
        }
    }
}
