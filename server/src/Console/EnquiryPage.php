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
    private const TIME = 'l j F Y \a\t H:i';

    /** In columns. */
    private const INDENTATION = 13;

    /** @param int $width of the terminal */
    public function __construct(private Forms $forms, private int $now, private int $width) {}

    /** @return list<string> lines, escaped for Symfony's tags */
    public function lines(StoredEnquiry $record): array
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
        ];
        $lines = [];
        foreach ($rows as [$label, $value]) {
            array_push($lines, ...$value === '' ? [] : $this->row($label, $value));
        }
        array_push($lines, '', ...$fields->message === '' ? [] : [...$this->wrapped($fields->message, 0), '']);
        foreach ($this->deliveries($record) as $sentence) {
            array_push($lines, ...$this->wrapped($sentence, 0));
        }

        return array_map(OutputFormatter::escape(...), $lines);
    }

    /** @return list<string> */
    private function row(string $label, string $value): array
    {
        $lines = $this->wrapped($value, self::INDENTATION);
        $label = Text::line($label);
        if (mb_strwidth($label, 'UTF-8') >= self::INDENTATION) {
            return [...$this->wrapped($label, 0), ...$lines];
        }
        $lines[0] = $label . substr($lines[0] ?? '', mb_strwidth($label, 'UTF-8'));

        return $lines;
    }

    /**
     * Without control characters, which could control the terminal.
     * @return list<string>
     */
    private function wrapped(string $text, int $indentation): array
    {
        $lines = [];
        foreach ((array) preg_split('/\R/u', mb_scrub($text, 'UTF-8')) as $line) {
            $wrapped = u(Text::line((string) $line))->wordwrap(max(20, $this->width - $indentation))->toString();
            array_push($lines, ...explode("\n", $wrapped));
        }
        $margin = str_repeat(' ', $indentation);

        return array_map(static fn(string $line): string => rtrim($margin . $line), $lines);
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
