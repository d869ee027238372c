<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Enquiry\Enquiry;
use Enquiry\Enquiry\Forms;
use Enquiry\Enquiry\InvalidForm;
use Enquiry\Enquiry\Message;
use Enquiry\Mail\DeliveryReport;

/**
 * Waiting enquiries that only this process may deliver until the lease runs out. Usually it is one enquiry; several are
 * sent as one digest.
 */
final class Claim
{
    /** Including this one. */
    public readonly int $attempts;

    /** Attempts that may have arrived. */
    public int $unanswered;

    /** @var list<string> recipients who have the mail */
    public array $deliveredTo;

    /** Whether a text may be the reason why the mail is not accepted. */
    public bool $isTextSuspected = true;

    /** An earlier lease ran out, so the mail may have been sent. */
    public readonly bool $isAbandoned;

    /** @param non-empty-list<StoredEnquiry> $stored with the same lease, attempts and recipients */
    public function __construct(public readonly string $lease, private readonly array $stored)
    {
        [$first] = $stored;
        $this->isAbandoned = $first->row->textOrNull('lease') !== null;
        $this->attempts = $first->attempts + 1;
        $this->unanswered = $first->unanswered + (int) $this->isAbandoned;
        $this->deliveredTo = $first->deliveredTo;
    }

    public function isDigest(): bool
    {
        return \count($this->stored) > 1;
    }

    /** @return non-empty-list<int> */
    public function ids(): array
    {
        return array_map(static fn(StoredEnquiry $one): int => $one->row->number('id'), $this->stored);
    }

    /** @return non-empty-list<string> */
    public function references(): array
    {
        return array_map(static fn(StoredEnquiry $one): string => $one->reference, $this->stored);
    }

    /**
     * @return non-empty-list<Enquiry>
     * @throws InvalidForm|\UnexpectedValueException if one cannot be decoded
     */
    public function enquiries(Forms $forms): array
    {
        return array_map(static fn(StoredEnquiry $one): Enquiry => $one->decode($forms), $this->stored);
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

    public function note(DeliveryReport $report): void
    {
        $this->isTextSuspected = $report->isTextSuspected();
        $this->unanswered += (int) ($report->unanswered() !== []);
        $this->deliveredTo = [...$this->deliveredTo, ...$report->accepted()];
    }
}
