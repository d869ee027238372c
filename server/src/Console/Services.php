<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Configuration\Configuration;
use Enquiry\Database\Database;
use Enquiry\Database\ServerRisks;
use Enquiry\Database\TimeLimit;
use Enquiry\Enquiry\InvalidForm;
use Enquiry\Enquiry\Reference;
use Enquiry\Http\ClientAddresses;
use Enquiry\Log\LogFile;
use Enquiry\Queue\Chores;
use Enquiry\Queue\EnquiryRepository;
use Enquiry\Queue\Erasures;
use Enquiry\Queue\HealthCheck;
use Enquiry\Queue\StoredEnquiry;
use Enquiry\Queue\SuspectList;
use Enquiry\Queue\Worker;
use Enquiry\Shared\Clock;
use Enquiry\Shared\LocalTime;
use Enquiry\Shared\Text;
use Random\Randomizer;
use Symfony\Component\Console\Formatter\OutputFormatter;

/** The parts that the commands use. They are created on demand, because help must work without a configuration. */
final class Services
{
    public const SINCE = 'Only those received since then: 2026-11-20, "2 hours", yesterday';

    private const TITLE_WIDTH = 38;
    private const NAME_WIDTH = 18;

    private ?Configuration $configuration = null;

    /**
     * @param \Closure(): Configuration            $load
     * @param \Closure(Configuration): Worker      $worker
     * @param \Closure(Configuration): HealthCheck $healthCheck
     * @param \Closure(Configuration): Chores      $chores
     */
    public function __construct(
        private readonly \Closure $load,
        private readonly \Closure $worker,
        private readonly \Closure $healthCheck,
        private readonly \Closure $chores,
        private readonly Clock $clock,
    ) {}

    public function configuration(): Configuration
    {
        return $this->configuration ??= ($this->load)();
    }

    public function database(): Database
    {
        return $this->configuration()->database(TimeLimit::Command);
    }

    public function repository(): EnquiryRepository
    {
        return new EnquiryRepository($this->database());
    }

    public function erasures(): Erasures
    {
        $configuration = $this->configuration();
        $addresses = new ClientAddresses(
            $configuration->addressKey,
            $configuration->folder(),
            new Randomizer(),
        );

        return new Erasures($this->database(), $addresses->hash(...));
    }

    /** When the enquiries were received that the worker deletes. */
    public function purgedBefore(): int
    {
        return $this->now() - 86_400 * $this->configuration()->notice->enquiries;
    }

    public function suspects(): SuspectList
    {
        return new SuspectList($this->configuration()->folder());
    }

    /**
     * @param list<string> $references
     * @return array<string, list<mixed>> the lines of the log that name them, the newest file first
     */
    public function logged(array $references): array
    {
        $lines = [];
        foreach (LogFile::filesIn($this->configuration()->folder()) as $file) {
            foreach (explode("\n", (string) @file_get_contents($file)) as $line) {
                preg_match_all('/"(\w{5}-\w{5})"/', $line, $named);
                foreach (array_intersect($named[1], $references) as $reference) {
                    $lines[$reference][] = json_decode($line);
                }
            }
        }

        return $lines;
    }

    /** @return array<string, string> risks of the database server's settings, and what to do */
    public function databaseRisks(): array
    {
        return $this->database()->read(ServerRisks::risks(...));
    }

    public function worker(): Worker
    {
        return ($this->worker)($this->configuration());
    }

    public function healthCheck(): HealthCheck
    {
        return ($this->healthCheck)($this->configuration());
    }

    public function chores(): Chores
    {
        return ($this->chores)($this->configuration());
    }

    /** @throws \InvalidArgumentException if it is not a reference */
    public function find(string $reference): ?StoredEnquiry
    {
        return $this->repository()->find(Reference::parse($reference));
    }

    public function now(): int
    {
        return $this->clock->time();
    }

    /** @return int Unix seconds; 0 for an empty text */
    public function since(string $typed, string $option = '--since'): int
    {
        if ($typed === '') {
            return 0;
        }
        $phrase = (string) preg_replace(
            ['/^\d{4}-\d\d-\d\d$/D', '/^\d+ *[a-z]+$/Di'],
            ['$0 00:00', '$0 ago'],
            trim($typed),
        );
        $parsed = date_parse($phrase);
        $time
            = $parsed['errors'] !== [] || $parsed['warnings'] !== []
                ? false
                : LocalTime::at($this->now())->modify($phrase);
        if ($time === false || $time->getTimestamp() > $this->now()) {
            throw new \InvalidArgumentException(
                $option . ' must be a time in the past, such as 2026-11-20, "2026-11-20 14:30", "2 hours" or yesterday.',
            );
        }

        return $time->getTimestamp();
    }

    /** @return int Unix seconds, not included */
    public function until(string $typed): int
    {
        return match (true) {
            $typed === '' => \PHP_INT_MAX,
            preg_match('/^\d{4}-\d\d-\d\d$/D', $typed) === 1 => $this->since($typed, '--until') + 86_400,
            default => $this->since($typed, '--until'),
        };
    }

    public function format(?int $time): string
    {
        return $time === null ? '–' : LocalTime::at($time)->format('j M Y H:i T');
    }

    /** One line of at most 80 columns, escaped for Symfony's tags. */
    public function summary(StoredEnquiry $record): string
    {
        $time = mb_substr($this->format($record->receivedAt), 0, -5);
        $mark = $record->reasons() === [] ? ' ' : '!';
        $title = mb_strimwidth(self::plain($this->title($record)), 0, self::TITLE_WIDTH, '…', 'UTF-8');

        return self::line(\sprintf('%s  %-7s  %-17s %s %s', $record->reference, $record->state, $time, $mark, $title));
    }

    /** The name and the subject. A form without a subject shows its title, and a form of another release its name. */
    private function title(StoredEnquiry $record): string
    {
        try {
            $form = $this->configuration()->forms->get($record->form);
        } catch (InvalidForm) {
            return $record->form;
        }

        $name = mb_strimwidth($record->inRole('name', $form), 0, self::NAME_WIDTH, '…', 'UTF-8');
        $subject = $form->fieldsFor('subject') === [] ? $form->title : $record->inRole('subject', $form);

        return $name === '' ? $subject : "{$name}: {$subject}";
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

    /** @return list<string> lines of at most 80 columns */
    public static function indented(string $text): array
    {
        return array_map(
            static fn(string $line): string => '    ' . self::line($line),
            explode("\n", wordwrap(self::plain($text), 76)),
        );
    }

    public static function json(mixed $value): string
    {
        return Text::escapeJson(
            json_encode(
                $value,
                \JSON_PRETTY_PRINT
                    | \JSON_UNESCAPED_UNICODE
                    | \JSON_UNESCAPED_SLASHES
                    | \JSON_INVALID_UTF8_SUBSTITUTE
                    | \JSON_THROW_ON_ERROR,
                1024,
            ),
        );
    }
}
