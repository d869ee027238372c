<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Domain\ContactMessage;
use Enquiry\Domain\Enquiry;
use Enquiry\Domain\Reference;
use Enquiry\Mail\MailRoute;
use Enquiry\Mail\SmtpMailer;
use Enquiry\Outbox\MailServerUnavailable;
use Psr\Clock\ClockInterface;
use Random\Randomizer;

/** Mails the sales team an enquiry that says it is a test, the same way as every other. */
final readonly class TestMessage implements Check
{
    /** An address and a number that are nobody's (RFC 2606 section 3). */
    private const FIELDS = [
        'name' => 'Website',
        'surname' => 'Test',
        'email' => 'nobody@example.com',
        'contactNumber' => '0870000000',
        'subject' => 'A test of the mail',
        'message' => 'This message was sent to see whether enquiries arrive. Nobody needs to answer it.',
    ];

    public function __construct(
        private MailRoute $route,
        private SmtpMailer $mailer,
        private ClockInterface $clock,
        private Randomizer $randomizer,
    ) {}

    public function findings(): iterable
    {
        $enquiry = new Enquiry(Reference::random($this->randomizer), $this->clock->now(), ContactMessage::stored(self::FIELDS));
        $to = implode(', ', $this->route->to);
        try {
            $delivery = $this->mailer->send($enquiry, $this->route->to);
            if ($delivery->accepted !== []) {
                $taken = implode(', ', $delivery->accepted);
                yield Finding::ok("A test message with the reference {$enquiry->reference} went to {$taken}. See that it arrived, and not among the spam.");
            }
            foreach ($delivery->refused as $recipient => $reply) {
                yield Finding::problem("The test message to {$recipient} was not taken: {$reply}", str_starts_with($reply, 'RCPT TO')
                    ? 'Mend that mailbox, or take it out of MAIL_TO; until then each enquiry waits for it, though the others have it.'
                    : 'Ask your mail provider what the answer means.');
            }
            foreach ($delivery->unanswered as $recipient => $fault) {
                yield Finding::problem("The test message to {$recipient} may have arrived: {$fault}", 'See whether it arrived, and ask your mail provider why the server took it all and did not answer: an enquiry would be sent again, and arrive twice.');
            }
        } catch (MailServerUnavailable $failure) {
            yield Finding::problem("The test message to {$to} was not taken: {$failure->getMessage()}", str_starts_with($failure->fault, 'MAIL FROM command failed 55')
                ? "Set MAIL_FROM, {$this->route->from}, to an address that the account at the mail server may send for; your mail provider says which."
                : SmtpCheck::help($failure->fault));
        } finally {
            $this->mailer->close();
        }
    }
}
