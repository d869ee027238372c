<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** contact_process.php, and the like for other forms: checks a request, stores the enquiry and answers. */
final readonly class FormEndpoint
{
    public function __construct(
        private ScriptResponder $json,
        private PageResponder $page,
        private CrossSiteCheck $crossSite,
        private Reception $reception,
    ) {}

    public function handle(Request $request): Response
    {
        if (RequestReader::wantsPage($request)) {
            return $this->answer($request, $this->page);
        }
        $response = $this->answer($request, $this->json);
        // Forms get no cookie: they cannot repeat it, so a browser without Fetch Metadata and Origin would be refused.
        $this->crossSite->giveToken($request, $response);

        return $response;
    }

    private function answer(Request $request, Responder $responder): Response
    {
        $body = null;
        try {
            $body = RequestReader::bodyOf($request);
            $this->crossSite->check($request, isPage: $responder === $this->page);
            $submission = $responder->read($request, $body);
            $receipt = $this->reception->store($submission, $request);
        } catch (\Throwable $failure) {
            return $responder->refused($this->reception->refusal($failure), $body);
        }
        FatalErrorHandler::enquiryIsStored($receipt->reference);
        // The page's script sends a key; another program may simply prefer a form.
        if ($responder === $this->json && $submission->key !== null && RequestReader::isForm($request)) {
            $this->reception->logForm($receipt);
        }

        return $responder->accepted($receipt, $request);
    }
}
