<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Database\StoreUnavailable;
use Enquiry\Delivery\Intake;
use Enquiry\Delivery\Refused;
use Enquiry\Enquiry\Form;
use Enquiry\Enquiry\Receipt;
use Enquiry\Operations\Checkup;
use Psr\Log\LoggerInterface;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** contact_process.php, and the like for other forms: checks a request, stores the enquiry and answers. */
final readonly class FormEndpoint
{
    /**
     * @param \Closure(): PageResponder   $page      made on demand, as the log is: most enquiries need neither
     * @param ?ClientAddresses            $addresses null to count no clients
     * @param \Closure(): LoggerInterface $logger
     */
    public function __construct(
        private Form $form,
        private \Closure $page,
        private Origins $origins,
        private SpamSigns $spamSigns,
        private ?ClientAddresses $addresses,
        private Intake $intake,
        private \Closure $logger,
    ) {}

    public function handle(Request $request): Response
    {
        if (Submission::wantsPage($request)) {
            return $this->answer($request, ($this->page)());
        }
        $response = $this->answer($request, null);
        // Forms get no cookie: they cannot repeat it, so a browser without Fetch Metadata and Origin would be refused.
        $this->origins->giveToken($request, $response);

        return $response;
    }

    /** @param ?PageResponder $page null to answer in JSON */
    private function answer(Request $request, ?PageResponder $page): Response
    {
        $body = null;
        try {
            $body = Submission::bodyOf($request);
            $this->origins->check($request);
            $receipt = $this->store($page?->read($body) ?? Submission::read($request, $body, $this->form), $request);
        } catch (\Throwable $failure) {
            $refusal = HttpError::from($failure);
            if ($refusal->status >= 500) {
                ($this->logger)()->error('An enquiry was not confirmed.', [
                    'event' => $failure instanceof StoreUnavailable ? Checkup::NOT_STORED : Checkup::FAILED,
                    'exception' => $failure,
                ]);
            }

            return $page?->refused($refusal, $body) ?? $refusal->json();
        }

        // The specification fixes the body, so the receipt is in headers.
        return $page?->accepted($receipt, $request)
            ?? Responses::json(200, ['status' => 'success'], $receipt->headers());
    }

    /** @throws Refused|StoreUnavailable */
    private function store(Submission $submission, Request $request): Receipt
    {
        $enquiry = $this->intake->enquiry($submission->message, $this->spamSigns->of($submission, $request));

        return $this->intake->add($enquiry, $submission->key, $this->addresses?->client($request));
    }
}
