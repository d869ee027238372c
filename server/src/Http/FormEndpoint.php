<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Database\NoteFile;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Enquiry\Form;
use Enquiry\Enquiry\Message;
use Enquiry\Enquiry\Pattern;
use Enquiry\Queue\Intake;
use Enquiry\Queue\QueueStatus;
use Enquiry\Queue\RateExceeded;
use Enquiry\Queue\Receipt;
use Enquiry\Queue\SuspectList;
use Psr\Log\LoggerInterface;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** contact_process.php, and the like for other forms: checks a request, stores the enquiry and answers. */
final readonly class FormEndpoint
{
    /**
     * @param list<string>              $proxies IP addresses and CIDR ranges that may send X-Forwarded headers
     * @param \Closure(): PageResponder $page    most enquiries are JSON and need none of its files
     * @param string                    $site    the site's host name; empty if unknown
     */
    public function __construct(
        private array $proxies,
        private Origins $origins,
        private XsrfToken $token,
        private ClientAddresses $addresses,
        private Form $form,
        private Intake $intake,
        private ScriptResponder $json,
        private \Closure $page,
        private LoggerInterface $logger,
        private NoteFile $refused,
        private string $site,
        private SuspectList $suspects,
    ) {}

    public function handle(Request $request): Response
    {
        Request::setTrustedProxies($this->proxies, Request::HEADER_X_FORWARDED_FOR | Request::HEADER_X_FORWARDED_PROTO);

        // The page's script asks for JSON, also if it sends a form.
        $isPage = $request->getRealMethod() === 'POST'
            && RequestReader::isForm($request)
            && $request->headers->get('Accept') !== ScriptResponder::MEDIA_TYPE;
        $responder = $isPage ? ($this->page)() : $this->json;
        $response = $this->answerAs($responder, $request);
        // Forms get no cookie: they cannot repeat it, so a browser without Fetch Metadata and Origin would be refused.
        if (!$isPage) {
            $this->token->giveWhereMissing($request, $response);
        }

        return $response;
    }

    private function answerAs(Responder $responder, Request $request): Response
    {
        $body = null;
        try {
            RequestReader::checkMethod($request);
            RequestReader::checkMediaType($request, ScriptResponder::MEDIA_TYPE, RequestReader::FORM);
            $body = RequestReader::bodyOf($request);
            $this->checkSender($request, $responder);
            $submission = $responder->read($request, $body);
            $receipt = $this->store($submission, $request);
        } catch (\Throwable $failure) {
            return $responder->refused($this->refusalFor($failure), $body);
        }
        FatalErrorHandler::enquiryIsStored($receipt->reference);
        // The page's script sends a key; another program may simply prefer a form.
        if ($responder === $this->json && $submission->key !== null && RequestReader::isForm($request)) {
            $this->logger->warning(
                'The page sent an enquiry as a form, because something between it and the endpoint refused JSON. Ask '
                    . 'the host to allow JSON posts to the endpoint.',
                ['event' => QueueStatus::FIREWALL, 'reference' => $receipt->reference],
            );
        }

        return $responder->accepted($receipt, $request);
    }

    /** Forms cannot repeat the cookie: for them the browser's headers must be enough. */
    private function checkSender(Request $request, Responder $responder): void
    {
        $provenance = $this->origins->provenanceOf($request);
        if ($provenance === Provenance::Foreign) {
            throw new HttpError(ErrorCode::CrossSite);
        }
        if ($responder === $this->json || $provenance === Provenance::Unknown) {
            $this->token->check($request);
        }
    }

    private function store(Submission $submission, Request $request): Receipt
    {
        $limits = $this->addresses->limitsOf($request);
        $message = Message::from($submission->fields, $this->form);
        $isFromPage = $this->origins->provenanceOf($request) !== Provenance::Unknown
            || ($submission->elapsed ?? '') !== '' || ($request->headers->get(XsrfToken::HEADER) ?? '') !== '';
        $network = Pattern::networkOf($request->getClientIp() ?? '');
        $flags = [
            ...$message->spamSignals($submission->honeypot, $submission->elapsed, $isFromPage, $this->site),
            ...$this->suspects->signalsFor($message, $network),
        ];

        return $this->intake->add(
            $this->intake->enquiry($message, $flags, $network),
            $submission->key,
            $limits,
            $submission->replaces,
        );
    }

    private function refusalFor(\Throwable $failure): HttpError
    {
        $refusal = HttpError::from($failure);
        if ($failure instanceof StoreUnavailable) {
            $this->logger->error('An enquiry could not be stored.', ['event' => 'not stored', 'exception' => $failure]);
            $this->refused->write($failure->getMessage());
        } elseif ($failure instanceof RateExceeded) {
            $this->logger->notice('An enquiry was refused: its address has reached RATE_LIMIT.', [
                'event' => QueueStatus::LIMITED,
            ]);
        } elseif ($refusal->errorCode === ErrorCode::ServerError) {
            $this->logger->critical('An enquiry was not answered because of an error.', ['exception' => $failure]);
            $this->refused->write($failure->getMessage());
        }

        return $refusal;
    }
}
