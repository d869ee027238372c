<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Application;
use Enquiry\Configuration\Configuration;
use Enquiry\Database\Database;
use Enquiry\Delivery\DeliveryQueue;
use Enquiry\Delivery\EnquiryRepository;
use Enquiry\Delivery\Status;
use Enquiry\Delivery\StoredEnquiry;
use Enquiry\Enquiry\InvalidForm;
use Enquiry\Enquiry\Reference;
use Enquiry\Mail\EnquiryView;
use Enquiry\Shared\Clock;
use Symfony\Component\Console\Style\SymfonyStyle;

/** The parts that several commands use. They are made on demand, because help must work without a configuration. */
final class CommandContext
{
    public const FORCE = 'Do not ask for confirmation';

    private const TITLE_WIDTH = 36;
    private const NAME_WIDTH = 18;

    private ?Configuration $configuration = null;

    /** @param \Closure(): Configuration $load */
    public function __construct(
        private readonly \Closure $load,
        public readonly Clock $clock,
        private readonly Terminal $terminal = new Terminal(),
    ) {}

    public function configuration(): Configuration
    {
        return $this->configuration ??= ($this->load)();
    }

    public function application(): Application
    {
        return new Application($this->configuration(), $this->clock);
    }

    public function database(): Database
    {
        return $this->configuration()->database();
    }

    public function queue(): DeliveryQueue
    {
        return $this->application()->parts->queue();
    }

    /**
     * @param array<mixed> $effect everything that the command would do
     * @param bool         $force  does not ask
     * @throws Failure if the answer is no
     */
    public function confirm(SymfonyStyle $io, string $question, array $effect, bool $force): void
    {
        if (!$force && !$this->terminal->confirms($io, $question, $effect)) {
            throw new Failure('Nothing was changed.');
        }
    }

    public function backupFile(string $typed): string
    {
        return $this->terminal->backupFile($typed, $this->configuration()->folder()->backups());
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

    /** @return iterable<StoredEnquiry> newest first */
    public function received(Received $received, ?Status $status = null): iterable
    {
        return $this->repository()->newest($status, ...$received->between());
    }

    /** @return ?EnquiryView null if the form was removed, or if the stored fields are damaged */
    public function view(StoredEnquiry $record): ?EnquiryView
    {
        try {
            return new EnquiryView($record->decode($this->configuration()->forms), $this->clock->time());
        } catch (InvalidForm|\UnexpectedValueException) {
            return null;
        }
    }

    /** One line of at most 80 columns, escaped for Symfony's tags. */
    public function summary(StoredEnquiry $record, ?Status $status = null): string
    {
        $status ??= $record->statuses()[0];
        $time = Output::time($record->receivedAt);
        $mark = $record->flags === [] ? ' ' : '!';
        $view = $this->view($record);
        $title = $view === null
            ? $record->form
            : mb_strimwidth($view->name, 0, self::NAME_WIDTH, '…', 'UTF-8') . ": {$view->subject}";
        $title = mb_strimwidth(Output::plain($title), 0, self::TITLE_WIDTH, '…', 'UTF-8');

        return Output::line(
            \sprintf('%s  %-9s  %-17s %s %s', $record->reference, $status->value, $time, $mark, $title),
        );
    }
}
