<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\Database;
use Enquiry\Database\DataFolder;
use Enquiry\Database\NoteFile;
use Enquiry\Database\SqliteDatabase;
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

    /** @param ?list<string> $webhookSettings errors in WEBHOOK_…; null without WEBHOOK_URL */
    public function __construct(
        private Forms $forms,
        private Intake $intake,
        private Database $database,
        private DataFolder $folder,
        private Chores $chores,
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
        if ($this->database instanceof SqliteDatabase) {
            $this->folder->requireRoomOnDisk(self::ROOM);
        }
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

    public function report(): QueueStatus
    {
        return $this->status($this->fault());
    }

    /** @param ?string $fault from fault() */
    public function status(?string $fault = null): QueueStatus
    {
        $status = QueueStatus::of($this->database, $this->clock->time());
        $status->alertSeconds = $this->alertSeconds;
        $status->choreFaults = $this->chores->faults();
        $status->webhookSettings = $this->webhookSettings;
        $faults = [$fault, $this->refusal(), ...$this->formFaults()];
        $status->faults = array_values(array_filter($faults, \is_string(...)));
        foreach (QueueStatus::EVENTS as $label => $event) {
            $age = $this->noteOf($event)->age();
            if ($age !== null && abs($age) <= self::SECONDS_SHOWN) {
                $status->events[$label] = 'last ' . LocalTime::duration(max(0, $age)) . ' ago';
            }
        }

        return $status;
    }

    private function noteOf(string $event): NoteFile
    {
        return NoteFile::ofEvent($event, $this->folder, $this->clock);
    }

    private function refusal(): ?string
    {
        $refused = $this->noteOf(QueueStatus::NOT_STORED);
        $reason = $refused->read(self::SECONDS_REFUSED);
        $ago = LocalTime::duration(max(0, $refused->age() ?? 0));

        return $reason === null
            ? null
            : "An enquiry was refused {$ago} ago: " . ($reason === '' ? 'the log says why.' : $reason);
    }

    /** @return list<string> why waiting enquiries cannot be mailed */
    private function formFaults(): array
    {
        $faults = [];
        foreach ($this->database->rows("SELECT DISTINCT form FROM enquiry WHERE state = 'waiting'") as $row) {
            try {
                $this->forms->get($row->text('form'));
            } catch (InvalidForm $fault) {
                $faults[] = $fault->getMessage();
            }
        }

        return $faults;
    }
}
