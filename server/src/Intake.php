<?php

declare(strict_types=1);

namespace Enquiry;

use Enquiry\Mail\DeliveryFailed;
use Enquiry\Mail\EnquiryMail;
use Enquiry\Mail\SmtpMailer;
use Psr\Clock\ClockInterface;
use Psr\Log\LoggerInterface;
use Random\Randomizer;

/** Takes a valid message in: whoever gets an Enquiry back may tell the visitor that it arrived. */
final readonly class Intake
{
    public function __construct(
        private SmtpMailer $mailer,
        private ClockInterface $clock,
        private Randomizer $randomizer,
        private LoggerInterface $logger,
    ) {}

    /**
     * @param list<string> $flags why it may be spam
     *
     * @throws DeliveryFailed
     */
    public function accept(ContactMessage $message, array $flags): Enquiry
    {
        $enquiry = new Enquiry(Reference::random($this->randomizer), $this->clock->now(), $message, $flags);
        $this->mailer->send(EnquiryMail::about($enquiry));
        $this->logger->info('An enquiry was mailed.', ['reference' => (string) $enquiry->reference]);

        return $enquiry;
    }
}
