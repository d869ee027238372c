<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\DataFolder;
use Enquiry\Database\NoteFile;
use Enquiry\Enquiry\Forms;
use Enquiry\Enquiry\InvalidForm;
use Enquiry\Shared\Clock;
use Enquiry\Shared\LocalTime;

/** Checks whether the next enquiry would be accepted, and reports the queue. */
final readonly class HealthCheck
{
    /** How long a refused enquiry is reported: a monitor that asks every five minutes sees it twice. */
    private const SECONDS_REFUSED = 660;

    /** How long an event is shown: a day. */
    private const SECONDS_SHOWN = 86_400;

    /** The size of the largest enquiry on the disk, in bytes. */
    private const ROOM = 131_072;

    /**
     * @param ?DataFolder $disk    where SQLite stores enquiries; null for a database server
     * @param ?list<string> $webhookSettings what is wrong in WEBHOOK_…; null without WEBHOOK_URL
     */
    public function __construct(
        private Forms $forms,
        private Intake $intake,
        private QueueMonitor $monitor,
        private Chores $chores,
        private DataFolder $folder,
        private ?DataFolder $disk,
        private Clock $clock,
        private ?array $webhookSettings,
        private int $alertSeconds,
    ) {}

    /**
     * Tries everything that an enquiry needs. Writes to the disk too, because the tested row may still fit on a full
     * disk.
     * @throws \Throwable as the next enquiry would
     */
    public function rehearse(): void
    {
        $this->forms->check();
        $this->intake->rehearse();
        $this->disk?->requireRoom(self::ROOM);
        $this->noteOf(QueueStatus::NOT_STORED)->reserve();
    }

    /** Why no enquiry can be accepted; null if one can. */
    public function fault(): ?string
    {
        try {
            $this->rehearse();

            return null;
        } catch (\Throwable $fault) {
            return "No enquiry can be accepted: {$fault->getMessage()}";
        }
    }

    public function status(?string $fault = null): QueueStatus
    {
        $refused = $this->noteOf(QueueStatus::NOT_STORED);
        $reason = $refused->read(self::SECONDS_REFUSED);
        $status = $this->monitor->status($this->clock->time());
        $status->alertSeconds = $this->alertSeconds;
        $status->fault = $fault;
        $status->refusedFor = $reason === '' ? 'the log says why.' : $reason;
        $status->refusedSecondsAgo = $reason === null ? 0 : max(0, $refused->age() ?? 0);
        $status->events = array_filter(array_map($this->lastSeen(...), QueueStatus::EVENTS), \is_string(...));
        $status->choreFaults = $this->chores->faults();
        $status->webhookSettings = $this->webhookSettings;
        $status->formFaults = array_values(
            array_filter(array_map($this->formFault(...), $this->monitor->formsThatWait()), \is_string(...)),
        );

        return $status;
    }

    private function lastSeen(string $event): ?string
    {
        $age = $this->noteOf($event)->age();

        return $age === null || abs($age) > self::SECONDS_SHOWN
            ? null
            : 'last ' . LocalTime::duration(max(0, $age)) . ' ago';
    }

    private function noteOf(string $event): NoteFile
    {
        return NoteFile::ofEvent($event, $this->folder, $this->clock);
    }

    private function formFault(string $form): ?string
    {
        try {
            $this->forms->get($form);

            return null;
        } catch (InvalidForm $fault) {
            return $fault->getMessage();
        }
    }

    public function report(): QueueStatus
    {
        return $this->status($this->fault());
    }
}
