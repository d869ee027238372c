<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Enquiry\Forms;
use Enquiry\Queue\StoredEnquiry;
use Enquiry\Shared\LocalTime;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\Style\SymfonyStyle;

/** Writes enquiries as a table that a spreadsheet opens. */
final readonly class CsvExport
{
    private const HEADINGS = [
        'Reference', 'Received', 'Form', 'State', 'May be spam', 'Name', 'Email', 'Number', 'Subject', 'Message',
        'Other fields',
    ];

    /** Read as a time in every region. */
    private const TIME = 'Y-m-d H:i';

    /** Spreadsheets read the file as UTF-8 only with this mark. */
    private const MARK = "\u{FEFF}";

    /**
     * A spreadsheet would run a cell that begins like a formula, and drop the zeros that a number begins with. If its
     * list separator is not ours, cells also begin inside our values: after each separator and line break.
     */
    private const FORMULA = '/(?:^|(?<=[;,\t\r\n]))[\s\x00"]*+(?=[=+\-@＝＋－＠])|^[\s\x00]*0\d+$/uD';

    public function __construct(
        private SymfonyStyle $io,
        private Forms $forms,
        private Separator $separator,
    ) {}

    /**
     * @param iterable<StoredEnquiry> $records
     * @param string                  $file    empty for standard output
     */
    public function write(iterable $records, string $file, bool $force): void
    {
        if ($file !== '' && !$force && file_exists($file)) {
            throw new Failure("{$file} exists. Name another file, or replace it with --force.");
        }
        $output = $file === '' ? null : self::open($file, $force ? 'w' : 'x');
        foreach ($this->lines($records) as $line) {
            if ($output === null) {
                $this->io->write($line, false, OutputInterface::OUTPUT_RAW);
            } elseif (@fwrite($output, $line) !== \strlen($line)) {
                throw new Failure("{$file} is incomplete. Check the free space, then use --force.");
            }
        }
    }

    /** @return resource */
    private static function open(string $file, string $mode): mixed
    {
        $mask = umask(0o077);
        $output = @fopen($file, $mode);
        umask($mask);

        return $output !== false && chmod($file, 0o600) ? $output : throw new Failure(
            "{$file} cannot be written. Check its folder and the free space.",
        );
    }

    /**
     * @param iterable<StoredEnquiry> $records
     * @return iterable<string>
     */
    private function lines(iterable $records): iterable
    {
        yield self::MARK . $this->line(self::HEADINGS);
        foreach ($records as $record) {
            yield $this->line($this->cells($record));
        }
    }

    /** @return list<string> */
    private function cells(StoredEnquiry $record): array
    {
        $fields = new Fields($record, $this->forms);
        $others = array_map(static fn(array $field): string => implode(' ', $field), $fields->others);

        return [
            $record->reference,
            LocalTime::at($record->receivedAt)->format(self::TIME),
            $record->form,
            $record->state,
            implode('; ', $record->flags),
            $fields->name,
            $fields->email,
            $fields->number,
            $fields->subject,
            $fields->message,
            implode("\n", $others),
        ];
    }

    /** @param list<string> $cells */
    private function line(array $cells): string
    {
        $quoted = [];
        foreach ($cells as $cell) {
            $inert = (string) preg_replace(self::FORMULA, "'$0", mb_scrub($cell, 'UTF-8'));
            $quoted[] = '"' . str_replace('"', '""', $inert) . '"';
        }

        return implode($this->separator->character(), $quoted) . "\r\n";
    }
}
