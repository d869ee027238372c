<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\Row;
use Enquiry\Enquiry\Enquiry;
use Enquiry\Enquiry\Forms;
use Enquiry\Enquiry\InvalidForm;
use Enquiry\Enquiry\Message;

/**
 * Waiting enquiries that only this process may deliver until the lease runs out. Usually it is one enquiry; several are
 * sent as one digest.
 */
final readonly class Claim
{
    /**
     * @param non-empty-list<Row> $rows
     * @param int                 $attempts    including this one
     * @param int                 $unanswered  earlier attempts that may have arrived
     * @param list<string>        $deliveredTo recipients who have the mail
     * @param bool                $isAbandoned an earlier lease ran out, so the mail may have been sent
     */
    private function __construct(
        public string $lease,
        private array $rows,
        public int $attempts,
        public int $unanswered,
        public array $deliveredTo,
        public bool $isAbandoned,
    ) {}

    /** @param non-empty-list<Row> $rows with the same lease, attempts and recipients */
    public static function of(array $rows, string $lease): self
    {
        [$row] = $rows;
        $isAbandoned = $row->textOrNull('lease') !== null;

        return new self(
            $lease,
            $rows,
            $row->number('attempts') + 1,
            $row->number('unanswered') + (int) $isAbandoned,
            $row->list('delivered_to'),
            $isAbandoned,
        );
    }

    public function isDigest(): bool
    {
        return \count($this->rows) > 1;
    }

    /** @return non-empty-list<int> */
    public function ids(): array
    {
        return array_map(static fn(Row $row): int => $row->number('id'), $this->rows);
    }

    /** @return non-empty-list<string> */
    public function references(): array
    {
        return array_map(static fn(Row $row): string => $row->text('reference'), $this->rows);
    }

    /** When the first enquiry was received or queued again. */
    public function waitingSince(): int
    {
        return min(
            array_map(
                static fn(Row $row): int => $row->numberOrNull('resent_at') ?? $row->number('received_at'),
                $this->rows,
            ),
        );
    }

    /**
     * @return non-empty-list<Enquiry>
     * @throws InvalidForm|\UnexpectedValueException if a row cannot be decoded
     */
    public function enquiries(Forms $forms): array
    {
        return array_map(static fn(Row $row): Enquiry => Payload::decode($row, $forms), $this->rows);
    }

    /**
     * @param list<string> $recipients
     * @return list<string> the recipients who do not have the mail yet
     */
    public function missing(array $recipients): array
    {
        $once = array_intersect_key($recipients, array_unique(array_map(Message::normaliseEmail(...), $recipients)));

        return array_values(array_udiff($once, $this->deliveredTo, strcasecmp(...)));
    }

    public function after(DeliveryReport $report): self
    {
        return new self(
            $this->lease,
            $this->rows,
            $this->attempts,
            $this->unanswered + (int) ($report->unanswered() !== []),
            [...$this->deliveredTo, ...$report->accepted()],
            $this->isAbandoned,
        );
    }
}
