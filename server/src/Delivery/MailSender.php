<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

use Enquiry\Enquiry\Enquiry;
use Enquiry\Mail\Answer;
use Enquiry\Mail\MailServerUnavailable;
use Enquiry\Mail\SmtpMailer;
use Enquiry\Shared\Clock;

/** Mails an enquiry to one recipient of the sales team. Each recipient's mail has the same Message-ID and body. */
final readonly class MailSender implements Sender
{
    /** A text that is refused for good is given up after so many attempts, if a notice about it can be mailed. */
    private const ATTEMPTS_WITH_TEXT = 3;

    /** @param list<string> $operators who gets the notices */
    public function __construct(
        private EnquiryRepository $repository,
        private DeliveryQueue $queue,
        private SmtpMailer $mailer,
        private Recipients $recipients,
        private array $operators,
        private Clock $clock,
    ) {}

    public function leaseSeconds(): int
    {
        return $this->mailer->server->leaseSeconds();
    }

    public function send(Claim $claim, Enquiry $enquiry): Attempt
    {
        $this->repository->addEarlier($enquiry, $claim->enquiry->id);
        try {
            $answer = $this->mailer->send($enquiry, $claim->target, $this->recipients->of($claim->enquiry->form));
        } catch (MailServerUnavailable $failure) {
            return Attempt::postponed($failure);
        }
        if ($answer->outcome === Answer::TEXT_REFUSED && ($claim->attempts + 1) % self::ATTEMPTS_WITH_TEXT === 0) {
            return $this->afterNotice($claim, $enquiry, $answer->reason);
        }

        return match ($answer->outcome) {
            Answer::ACCEPTED => Attempt::delivered(),
            Answer::UNANSWERED => Attempt::unanswered(
                "The whole mail was sent, but the mail server did not confirm it, so it may have arrived: "
                    . "{$answer->reason}.",
            ),
            default => Attempt::refused("{$answer->reason}."),
        };
    }

    public function close(): void
    {
        $this->mailer->close();
    }

    /** If the notice is refused too, the server refuses more than this text: then the enquiry is retried. */
    private function afterNotice(Claim $claim, Enquiry $enquiry, string $reason): Attempt
    {
        $why = "For {$claim->target}: {$reason}.";
        // The other recipients of the enquiry may have refused its text before.
        if ($claim->enquiry->isNoticed || $this->mailer->sendNotice($enquiry, $why, $this->operators)) {
            $this->queue->noteNotice($claim->enquiry, $this->clock->time());

            return Attempt::givenUp("{$reason}. The mail server refuses this text. A notice without it was mailed.");
        }

        return Attempt::refused("{$reason}.");
    }
}
