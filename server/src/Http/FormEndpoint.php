<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Database\StoreUnavailable;
use Enquiry\Enquiry\Receipt;
use Enquiry\Queue\Checkup;
use Enquiry\Queue\Intake;
use Enquiry\Queue\Refused;
use Psr\Log\LoggerInterface;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** contact_process.php, and the like for other forms: checks a request, stores the enquiry and answers. */
final readonly class FormEndpoint
{
    /**
     * @param \Closure(): PageResponder   $page   made on demand, as the log is: most enquiries need neither
     * @param \Closure(): LoggerInterface $logger
     */
    public function __construct(
        private ScriptResponder $json,
        private \Closure $page,
        private Origins $origins,
        private SpamSigns $spamSigns,
        private ClientAddresses $addresses,
        private Intake $intake,
        private \Closure $logger,
    ) {}

    public function handle(Request $request): Response
    {
        if (RequestReader::wantsPage($request)) {
            return $this->answer($request, ($this->page)());
        }
        $response = $this->answer($request, $this->json);
        // Forms get no cookie: they cannot repeat it, so a browser without Fetch Metadata and Origin would be refused.
        $this->origins->giveToken($request, $response);

        return $response;
    }

    private function answer(Request $request, ScriptResponder|PageResponder $responder): Response
    {
        $body = null;
        try {
            $body = RequestReader::bodyOf($request);
            $this->origins->check($request);
            $submission = $responder->read($request, $body);
            $receipt = $this->store($submission, $request);
        } catch (\Throwable $failure) {
            $refusal = HttpError::from($failure);
            $this->log($refusal, $failure);

            return $responder->refused($refusal, $body);
        }
        // The page's script sends a key; another program may simply prefer a form.
        if ($responder === $this->json && $submission->key !== null && RequestReader::isForm($request)) {
            ($this->logger)()->warning(
                'The page sent an enquiry as a form, because something between it and the endpoint refused JSON. Ask '
                    . 'the host to allow JSON posts to the endpoint.',
                ['event' => 'firewall', 'reference' => $receipt->reference],
            );
        }

        return $responder->accepted($receipt, $request);
    }

    /** @throws Refused|StoreUnavailable Intake refuses a key of another message, Throttle a client over its limit */
    private function store(Submission $submission, Request $request): Receipt
    {
        try {
            $limits = $this->addresses->limitsOf($request);
        } catch (StoreUnavailable $failure) {
            // An enquiry is worth more than its count.
            $limits = [];
            ($this->logger)()->error('Clients cannot be counted.', ['exception' => $failure]);
        }
        $enquiry = $this->intake->enquiry($submission->message, $this->spamSigns->of($submission, $request));

        return $this->intake->add($enquiry, $submission->key, $limits);
    }

    /** Logs what the operator must know. */
    private function log(HttpError $refusal, \Throwable $failure): void
    {
        if ($refusal->status >= 500) {
            ($this->logger)()->error('An enquiry was not confirmed.', [
                'event' => Checkup::NOT_STORED,
                'exception' => $failure,
            ]);
        } elseif ($refusal->errorCode === 'too_many_requests') {
            ($this->logger)()->notice('An enquiry was refused: its address has reached RATE_LIMIT.', [
                'event' => 'limited',
            ]);
        }
    }
}
