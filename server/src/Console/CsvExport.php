<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Enquiry\Forms;
use Enquiry\Queue\StoredEnquiry;
use Enquiry\Shared\LocalTime;

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

    public function __construct(private Forms $forms, private string $separator) {}

    /**
     * @param iterable<StoredEnquiry> $records
     * @return iterable<string>
     */
    public function lines(iterable $records): iterable
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

        return implode($this->separator, $quoted) . "\r\n";
    }
}
