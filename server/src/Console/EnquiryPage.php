<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Database\Row;
use Enquiry\Database\State;
use Enquiry\Enquiry\Forms;
use Enquiry\Queue\StoredEnquiry;
use Enquiry\Shared\LocalTime;
use Enquiry\Shared\Text;
use Symfony\Component\Console\Formatter\OutputFormatter;

use function Symfony\Component\String\u;

/** One enquiry as a page that a person reads aloud on the telephone. */
final readonly class EnquiryPage
{
    /** In columns. */
    private const WIDTH = 80;
    private const INDENTATION = 13;

    private const TIME = 'l j F Y \a\t H:i';

    public function __construct(private Forms $forms, private int $now) {}

    /** @return string escaped for Symfony's tags */
    public function text(StoredEnquiry $record): string
    {
        $fields = new Fields($record, $this->forms);
        $time = static fn(?int $at): string => $at === null ? '' : LocalTime::at($at)->format(self::TIME);
        $rows = [
            ['Reference:', $record->reference],
            ['Received:', $time($record->receivedAt)],
            ['Promised by:', $time($record->promisedBy)],
            ['Sent again:', $time($record->resentAt)],
            ['May be spam:', implode('; ', $record->flags)],
            ['Name:', $fields->name],
            ['Email:', $fields->email],
            ['Number:', $fields->number],
            ['Subject:', $fields->title],
            ...$fields->others,
            ['Message:', $fields->message],
            ['Delivery:', implode("\n", $this->deliveries($record))],
        ];
        $filled = array_filter($rows, static fn(array $row): bool => $row[1] !== '');

        return OutputFormatter::escape(implode("\n", array_map(self::row(...), $filled)));
    }

    /**
     * Without control characters, which could control the terminal.
     * @param array{string, string} $row
     */
    private static function row(array $row): string
    {
        [$label, $text] = [Text::line($row[0]), ''];
        foreach ((array) preg_split('/\R/u', mb_scrub($row[1], 'UTF-8')) as $line) {
            $text .= u(rtrim(Text::line((string) $line)))->wordwrap(self::WIDTH - self::INDENTATION) . "\n";
        }
        $padding = str_repeat(' ', max(1, self::INDENTATION - mb_strwidth($label, 'UTF-8')));

        return $label . $padding . preg_replace('/\n(?=.)/', "\n" . str_repeat(' ', self::INDENTATION), rtrim($text));
    }

    /** @return list<string> sentences about each target */
    private function deliveries(StoredEnquiry $record): array
    {
        if ($record->deliveries !== []) {
            return array_map($this->delivery(...), $record->deliveries);
        }

        return [$record->state === State::Closed->value
            ? 'It was dismissed before it was sent to anybody.'
            : 'Nobody has it yet. It waits for the worker.'];
    }

    private function delivery(Row $row): string
    {
        $target = $row->text('target');
        [$attempts, $unanswered] = [$row->number('attempts'), $row->number('unanswered')];
        $dueAt = $row->number('due_at');
        $error = rtrim($row->textOrNull('error') ?? '', '. ');
        $tried = Text::filled([
            $attempts === 0 ? '' : "refused attempts: {$attempts}",
            $unanswered === 0 ? '' : "unanswered attempts: {$unanswered}",
            $error === '' ? '' : "last error: {$error}",
        ]);
        $tried = $tried === [] ? '' : ' ' . ucfirst(implode('; ', $tried)) . '.';
        $deliveredAt = $row->numberOrNull('delivered_at');

        return match (State::from($row->text('state'))) {
            State::Sent => "{$target} got it"
                . ($deliveredAt === null ? '.' : ' on ' . LocalTime::at($deliveredAt)->format(self::TIME) . '.'),
            State::Waiting => "{$target} lacks it. Next attempt: "
                . ($dueAt <= $this->now ? 'now' : LocalTime::at($dueAt)->format(self::TIME)) . ".{$tried}",
            State::Failed => "{$target} lacks it. It was given up.{$tried}",
            State::Closed => "{$target} lacks it. It was dismissed.{$tried}",
        };
    }
}
