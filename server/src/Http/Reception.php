<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Database\StoreUnavailable;
use Enquiry\Enquiry\Pattern;
use Enquiry\Queue\Intake;
use Enquiry\Queue\QueueStatus;
use Enquiry\Queue\Receipt;
use Psr\Log\LoggerInterface;
use Symfony\Component\HttpFoundation\Request;

/** Stores what a visitor sent, with the signs of spam and within the limits. Logs what the operator must know. */
final readonly class Reception
{
    public function __construct(
        private Intake $intake,
        private ClientAddresses $addresses,
        private SpamSigns $spamSigns,
        private LoggerInterface $logger,
    ) {}

    public function store(Submission $submission, Request $request): Receipt
    {
        $network = Pattern::networkOf($request->getClientIp() ?? '');
        $flags = $this->spamSigns->of($submission, $request);

        return $this->intake->add(
            $this->intake->enquiry($submission->message, $flags, $network),
            $submission->key,
            $this->limitsOf($request),
            $submission->replaces,
        );
    }

    /** @return array<string, int> see ClientAddresses; empty without its key, because an enquiry is worth more */
    private function limitsOf(Request $request): array
    {
        try {
            return $this->addresses->limitsOf($request);
        } catch (StoreUnavailable $failure) {
            $this->logger->error('Clients cannot be counted.', ['exception' => $failure]);

            return [];
        }
    }

    /** Logs the failure if the operator must know it. */
    public function refusal(\Throwable $failure): HttpError
    {
        $refusal = HttpError::from($failure);
        if ($refusal->status >= 500) {
            $this->logger->error('An enquiry was not confirmed.', [
                'event' => QueueStatus::NOT_STORED,
                'exception' => $failure,
            ]);
        } elseif ($refusal->errorCode === 'too_many_requests') {
            $this->logger->notice('An enquiry was refused: its address has reached RATE_LIMIT.', [
                'event' => QueueStatus::LIMITED,
            ]);
        }

        return $refusal;
    }

    public function logForm(Receipt $receipt): void
    {
        $this->logger->warning(
            'The page sent an enquiry as a form, because something between it and the endpoint refused JSON. Ask the '
                . 'host to allow JSON posts to the endpoint.',
            ['event' => QueueStatus::FIREWALL, 'reference' => $receipt->reference],
        );
    }
}
