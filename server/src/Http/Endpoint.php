<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\ContactMessage;
use Enquiry\Intake;
use Enquiry\InvalidFields;
use Enquiry\Rules\ContactRules;
use Enquiry\Stopwatch;
use Enquiry\Storage\KeyReused;
use Enquiry\Storage\Note;
use Enquiry\Storage\QueueFull;
use Enquiry\Storage\RateExceeded;
use Enquiry\Storage\Receipt;
use Enquiry\Storage\RefusalLimit;
use Enquiry\Storage\StoreUnavailable;
use Psr\Log\LoggerInterface;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** HTTP around the intake. Each step below assumes that the ones before it passed. */
final readonly class Endpoint
{
    public const BODY_LIMIT = 65_536;

    private const FORM = 'application/x-www-form-urlencoded';

    /**
     * @param \Closure(): Exchange $form    what a form without JavaScript is answered with; scripts need none of it
     * @param Note                 $refused for whoever asks how we are
     */
    public function __construct(
        private Origins $origins,
        private XsrfToken $token,
        private ClientAddresses $addresses,
        private ContactRules $rules,
        private Intake $intake,
        private RefusalLimit $refusals,
        private LoggerInterface $logger,
        private \Closure $form,
        private Note $refused,
    ) {}

    public function handle(Request $request): Response
    {
        $response = $this->origins->preflight($request) ?? $this->answer($request);
        $this->origins->letRead($request, $response);

        return $response;
    }

    private function answer(Request $request): Response
    {
        $isForm = $request->getRealMethod() === 'POST' && RequestChecks::mediaTypeOf($request) === self::FORM;
        $exchange = $isForm ? ($this->form)() : new JsonExchange($request, $this->rules);
        $response = $this->answerTo($request, $exchange);
        // A form cannot repeat it; with the cookie, a browser that says nothing of the page would be refused next time.
        if ($exchange->repeatsToken() && $this->origins->provenanceOf($request) !== Provenance::Listed) {
            $this->token->giveWhereMissing($request, $response);
        }

        return $response;
    }

    private function answerTo(Request $request, Exchange $exchange): Response
    {
        $start = Stopwatch::now();
        try {
            $receipt = $this->process($request, $exchange);
        } catch (Refusal $refusal) {
            return $exchange->refused($refusal);
        } catch (InvalidFields $invalid) {
            return $exchange->refused(Refusal::invalidFields($invalid));
        } catch (KeyReused $reused) {
            return $exchange->refused(Refusal::keyReused($reused));
        } catch (RateExceeded $exceeded) {
            return $exchange->refused(Refusal::tooManyRequests($exceeded));
        } catch (StoreUnavailable|QueueFull|BodyLost $failure) {
            $this->logger->error('An enquiry could not be stored.', ['event' => 'not stored', 'exception' => $failure]);
            $this->refused->write($failure->getMessage());

            return $exchange->refused(Refusal::unavailable($failure));
        } catch (\Throwable $fault) {
            $this->logger->critical('An enquiry was not answered because of a fault.', ['exception' => $fault]);
            $this->refused->write($fault->getMessage());

            return $exchange->refused(Refusal::serverError($fault));
        }
        LastResort::believe($receipt->reference);
        // Not info: the line about its delivery says it all, and building a logger is a tenth of this request.
        $this->logger->debug($receipt->isNew ? 'An enquiry was stored.' : 'An enquiry came again.', [
            'event' => $receipt->isNew ? 'stored' : 'repeated',
            'reference' => $receipt->reference,
            'microseconds' => (int) (1e6 * (Stopwatch::now() - $start)),
        ]);

        return $exchange->accepted($receipt);
    }

    private function process(Request $request, Exchange $exchange): Receipt
    {
        // What is refused by its head alone costs less than counting it would.
        RequestChecks::requirePost($request);
        RequestChecks::requireMediaType($request, RequestChecks::JSON, self::FORM);
        $addressHash = $this->addresses->hashOf($request);
        try {
            return $this->take($request, $exchange, $addressHash, $this->lookAtRefusals($addressHash, $exchange));
        } catch (Refusal|InvalidFields|KeyReused $refusal) {
            // A page of another site must not be able to close the form to those who open it.
            if (!$refusal instanceof Refusal || $refusal->errorCode !== ErrorCode::CrossSite) {
                $this->refusals->add($addressHash);
            }
            throw $refusal;
        }
    }

    private function take(Request $request, Exchange $exchange, ?string $addressHash, ?\Throwable $failure): Receipt
    {
        $exchange->read(RequestChecks::bodyOf($request, $exchange->bodyLimit()));
        $this->requireOurs($request, $exchange);
        $key = $exchange->key($addressHash);
        if ($failure !== null) {
            throw $failure;
        }
        $this->intake->assertAddressMayWrite($addressHash, $key);

        $message = ContactMessage::from($exchange->fields(), $this->rules);

        return $this->intake->accept($message, $key, $addressHash, $exchange->signsOfSpam($message), $exchange->replaces());
    }

    /**
     * @return ?\Throwable what the enquiry is going to meet too: nobody shall wait for it twice, nor lose what was typed
     *
     * @throws RateExceeded but not of what was stored already, and only its answer was lost
     */
    private function lookAtRefusals(?string $addressHash, Exchange $exchange): ?\Throwable
    {
        try {
            $this->refusals->assertHeard($addressHash);

            return null;
        } catch (RateExceeded $exceeded) {
            return $this->intake->knows($exchange->key($addressHash)) ? null : throw $exceeded;
        } catch (\Throwable $failure) {
            return $failure;
        }
    }

    /**
     * A client that no browser speaks for is served: it can carry nobody else's cookies here. A form that
     * cannot repeat the token is spared the question where the browser says that the page was ours, which
     * is surer; and so is a listed site, which cannot read the cookie, and for whose address the browser
     * vouches just as well.
     */
    private function requireOurs(Request $request, Exchange $exchange): void
    {
        $provenance = $this->origins->provenanceOf($request);
        if ($provenance === Provenance::Foreign) {
            throw Refusal::crossSite();
        }
        if ($provenance === Provenance::Listed) {
            return;
        }
        if ($exchange->repeatsToken() || $provenance !== Provenance::Ours) {
            $this->token->check($request);
        }
    }
}
