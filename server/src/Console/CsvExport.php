<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Enquiry\Forms;
use Enquiry\Enquiry\Message;
use Enquiry\Queue\StoredEnquiry;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\Style\SymfonyStyle;

/** Writes enquiries as a table (RFC 4180) that a spreadsheet opens. */
final readonly class CsvExport
{
    private const ROLES = ['name', 'email', 'number', 'subject', 'message'];

    private const HEADINGS = [
        ...['Reference', 'Received', 'Form', 'State', 'May be spam'],
        ...['Name', 'Email', 'Number', 'Subject', 'Message', 'Other fields'],
    ];

    /** Spreadsheets read the file as UTF-8 only with this mark. */
    private const MARK = "\u{FEFF}";

    public function __construct(private Services $services) {}

    /** @param iterable<StoredEnquiry> $records @param string $file empty for standard output */
    public function write(SymfonyStyle $io, iterable $records, string $file, bool $force): int
    {
        if ($file !== '' && !$force && file_exists($file)) {
            $io->getErrorStyle()->error("{$file} exists. Name another file, or replace it with --force.");

            return Command::FAILURE;
        }
        $output = $file === '' ? null : self::open($file, $force ? 'w' : 'x');
        if ($output === false) {
            $io->getErrorStyle()->error("{$file} cannot be written. Check its folder and the free space.");

            return Command::FAILURE;
        }
        $write = static function (string $line) use ($io, $output, $file): void {
            if ($output === null) {
                $io->write($line, false, OutputInterface::OUTPUT_RAW);
            } elseif (fwrite($output, $line) !== \strlen($line)) {
                throw new \RuntimeException("{$file} is incomplete. Check the free space, then use --force.");
            }
        };
        $write(self::MARK . self::line(self::HEADINGS));
        $forms = $this->services->configuration()->forms;
        foreach ($records as $record) {
            $write(self::line($this->cells($record, $forms)));
        }

        return Command::SUCCESS;
    }

    /** @return resource|false */
    private static function open(string $file, string $mode): mixed
    {
        $mask = umask(0o077);
        $output = @fopen($file, $mode);
        umask($mask);

        return $output === false || !chmod($file, 0o600) ? false : $output;
    }

    /** @return list<string> */
    private function cells(StoredEnquiry $record, Forms $forms): array
    {
        $fields = $record->fields();
        $form = \in_array($record->form, $forms->names(), true) ? $forms->get($record->form) : null;
        $message = $form === null ? null : Message::stored((array) $fields, $form);
        $others = [];
        foreach ((array) $fields as $name => $value) {
            if (\is_string($value) && $value !== '' && $form?->roleOf((string) $name) === null) {
                $others[] = ($form->fields[$name]->label ?? $name) . ": {$value}";
            }
        }

        return [
            $record->reference,
            mb_substr($this->services->format($record->receivedAt), 0, -5),
            $record->form,
            $record->state,
            implode('; ', $record->reasons()),
            ...array_map(static fn(string $role): string => match (true) {
                $message === null => $role === 'email' ? $record->email : '',
                $role === 'number' => $message->groupedNumber(),
                default => $message->inRole($role),
            }, self::ROLES),
            implode("\n", $others),
        ];
    }

    /** @param list<string> $cells */
    private static function line(array $cells): string
    {
        $quoted = array_map(
            // A spreadsheet would run a cell that begins like a formula, and drop the zeros that a number begins with.
            static fn(string $cell): string => '"'
                . str_replace('"', '""', (string) preg_replace('/^[\s\x00]*(?:[=+\-@\t\r＝＋－＠]|0\d+$)/u', "'$0", mb_scrub($cell, 'UTF-8')))
                . '"',
            $cells,
        );

        return implode(',', $quoted) . "\r\n";
    }
}
