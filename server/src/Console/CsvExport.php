<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Delivery\StoredEnquiry;
use Enquiry\Enquiry\Field;
use Enquiry\Mail\EnquiryView;
use Enquiry\Shared\LocalTime;

/** Writes enquiries as a table that a spreadsheet opens. */
final readonly class CsvExport
{
    /** Spreadsheets read the file as UTF-8 only with this mark. */
    private const MARK = "\u{FEFF}";

    private const HEADINGS = [
        'Reference', 'Received', 'Form', 'State', 'May be spam', 'Name', 'Email', 'Number', 'Subject', 'Message',
        'Other fields',
    ];

    /** Read as a time in every region. */
    private const TIME = 'Y-m-d H:i';

    /**
     * A spreadsheet would run a cell that begins like a formula, and drop the zeros that a number begins with. If its
     * list separator is not ours, cells also begin inside our values: after each separator and line break.
     */
    private const FORMULA = '/(?:^|(?<=[;,\t\r\n]))[\s\x00"]*+(?=[=+\-@＝＋－＠])|^[\s\x00]*0\d+$/uD';

    public function __construct(private string $separator) {}

    public function heading(): string
    {
        return self::MARK . $this->line(self::HEADINGS);
    }

    /** @param ?EnquiryView $view null if it cannot be made */
    public function enquiry(StoredEnquiry $record, ?EnquiryView $view): string
    {
        [$number, $others] = ['', []];
        foreach ($view->details ?? [] as [$role, $label, $value]) {
            if ($role === 'number') {
                $number = $value;
            } elseif ($role === null) {
                $others[] = Field::heading($label) . " {$value}";
            }
        }

        return $this->line([
            $record->reference,
            LocalTime::at($record->receivedAt)->format(self::TIME),
            $record->form,
            $record->statuses()[0]->value,
            implode('; ', $record->flags),
            $view->name ?? '',
            $record->email,
            $number,
            $view->subject ?? '',
            $view->message ?? '',
            implode("\n", $view === null ? $record->texts() : $others),
        ]);
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
