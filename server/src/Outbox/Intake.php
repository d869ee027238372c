<?php

declare(strict_types=1);

namespace Enquiry\Outbox;

use Enquiry\Domain\ContactMessage;
use Enquiry\Domain\Enquiry;
use Enquiry\Domain\Reference;
use Enquiry\Storage\StoreUnavailable;
use Psr\Clock\ClockInterface;
use Random\Randomizer;

/** Takes a valid message in: whoever gets a Receipt back may tell the visitor that it arrived. */
final readonly class Intake
{
    /** Two references alike are one chance in 2^50 for each enquiry there is; three tries make it none. */
    private const TRIES = 3;

    public function __construct(
        private EnquiryQueue $outbox,
        private ClockInterface $clock,
        private Randomizer $randomizer,
    ) {}

    /**
     * Tells an address over its limit so before its message is read.
     *
     * @throws RateExceeded
     * @throws StoreUnavailable
     */
    public function assertAddressMayWrite(?string $addressHash, ?string $key): void
    {
        $this->outbox->assertAddressMayWrite($addressHash, $key, $this->clock->now()->getTimestamp());
    }

    /** @throws StoreUnavailable */
    public function knows(?string $key): bool
    {
        return $this->outbox->knows($key);
    }

    /**
     * @param ?string      $key         that the client gave this message, whenever it sends it
     * @param ?string      $addressHash whom to count it for
     * @param list<string> $flags       why it may be spam
     * @param list<string> $replaces    keys of earlier attempts at the same message, stored or not
     *
     * @throws KeyReused
     * @throws RateExceeded
     * @throws StoreUnavailable
     */
    public function accept(ContactMessage $message, ?string $key = null, ?string $addressHash = null, array $flags = [], array $replaces = []): Receipt
    {
        for ($try = 1;; ++$try) {
            $enquiry = new Enquiry(Reference::random($this->randomizer), $this->clock->now(), $message, $flags);
            try {
                return $this->outbox->add($enquiry, $key, $addressHash, $replaces);
            } catch (KeyTaken $taken) {
                if ($try === self::TRIES) {
                    throw $taken;
                }
            }
        }
    }
}
