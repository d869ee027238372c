<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Application;
use Enquiry\Configuration\Configuration;
use Enquiry\Database\Database;
use Enquiry\Enquiry\InvalidForm;
use Enquiry\Enquiry\Reference;
use Enquiry\Queue\EnquiryRepository;
use Enquiry\Queue\StoredEnquiry;
use Enquiry\Shared\Clock;
use Enquiry\Shared\LocalTime;

/** The parts that several commands use. They are made on demand, because help must work without a configuration. */
final class Services
{
    public const SINCE = 'Only those received since then: 2026-11-20, "2 hours", yesterday';
    public const FORCE = 'Do not ask for confirmation';

    private const TITLE_WIDTH = 38;
    private const NAME_WIDTH = 18;

    private ?Configuration $configuration = null;

    /** @param \Closure(): Configuration $load */
    public function __construct(private readonly \Closure $load, public readonly Clock $clock) {}

    public function configuration(): Configuration
    {
        if ($this->configuration === null) {
            $this->configuration = ($this->load)();
            $this->configuration->database()->limit(Database::COMMAND_SECONDS);
        }

        return $this->configuration;
    }

    public function application(): Application
    {
        return new Application($this->configuration(), $this->clock);
    }

    public function database(): Database
    {
        return $this->configuration()->database();
    }

    public function repository(): EnquiryRepository
    {
        return new EnquiryRepository($this->database());
    }

    /** @throws \InvalidArgumentException if it is not a reference */
    public function find(string $reference): ?StoredEnquiry
    {
        return $this->repository()->find(Reference::parse($reference));
    }

    /**
     * @param string $timeOfDay completes a date without a time
     * @return int Unix seconds; $otherwise for an empty text
     */
    public function time(string $typed, int $otherwise = 0, string $timeOfDay = 'midnight'): int
    {
        if ($typed === '') {
            return $otherwise;
        }
        $phrase = (string) preg_replace(
            ['/^\d{4}-\d\d-\d\d$/D', '/^\d+ *[a-z]+$/Di'],
            ["$0 {$timeOfDay}", '$0 ago'],
            trim($typed),
        );
        $parsed = date_parse($phrase);
        $isTime = $parsed['errors'] === [] && $parsed['warnings'] === [];
        $time = $isTime ? LocalTime::at($this->clock->time())->modify($phrase) : false;

        return $time !== false ? $time->getTimestamp() : throw new \InvalidArgumentException(
            'A time must be written like 2026-11-20, "2026-11-20 14:30", "2 hours" or yesterday.',
        );
    }

    /** One line of at most 80 columns, escaped for Symfony's tags. */
    public function summary(StoredEnquiry $record): string
    {
        $time = Terminal::time($record->receivedAt);
        $mark = $record->flags === [] ? ' ' : '!';
        $title = mb_strimwidth(Terminal::plain($this->title($record)), 0, self::TITLE_WIDTH, '…', 'UTF-8');

        return Terminal::line(
            \sprintf('%s  %-7s  %-17s %s %s', $record->reference, $record->state, $time, $mark, $title),
        );
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
}
