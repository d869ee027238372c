<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Intake\Intake;
use Enquiry\Intake\KeyReused;
use Enquiry\Intake\MisuseThrottle;
use Enquiry\Intake\Receipt;
use Enquiry\Shared\ContactMessage;
use Enquiry\Shared\ContactRules;
use Enquiry\Shared\InvalidFields;
use Enquiry\Shared\SystemClock;
use Enquiry\Store\Note;
use Enquiry\Store\RateExceeded;
use Enquiry\Store\StoreUnavailable;
use Psr\Log\LoggerInterface;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** HTTP around the intake. Each step below assumes that the ones before it passed. */
final class ContactEndpoint
{
    public const BODY_LIMIT = 65_536;

    private const FORM = 'application/x-www-form-urlencoded';

    /** Kept until the end, because it counts when it is let go of. */
    private ?MisuseThrottle $misuse = null;

    /**
     * What an enquiry that is taken does not need is made when it is needed.
     *
     * @param \Closure(): MisuseThrottle  $makeMisuse
     * @param \Closure(): Responder       $form       what a form without JavaScript is answered with
     * @param \Closure(): LoggerInterface $logger
     * @param bool                        $logsTaken  whether the log is to have a line about each; the one about its delivery says it all
     * @param \Closure(): Note            $refused    for whoever asks how we are
     */
    public function __construct(
        private readonly Origins $origins,
        private readonly XsrfToken $token,
        private readonly ClientAddresses $addresses,
        private readonly ContactRules $rules,
        private readonly Intake $intake,
        private readonly \Closure $makeMisuse,
        private readonly \Closure $form,
        private readonly \Closure $logger,
        private readonly bool $logsTaken,
        private readonly \Closure $refused,
    ) {}

    public function handle(Request $request): Response
    {
        $response = $this->origins->preflight($request) ?? $this->answer($request);
        $this->origins->letRead($request, $response);

        return $response;
    }

    private function answer(Request $request): Response
    {
        $isForm = $request->getRealMethod() === 'POST' && RequestReader::mediaTypeOf($request) === self::FORM;
        $responder = $isForm ? ($this->form)() : new JsonResponder($request, $this->rules);
        $response = $this->answerTo($request, $responder);
        // A form cannot repeat it; with the cookie, a browser that says nothing of the page would be refused next time.
        if ($responder->repeatsToken() && $this->origins->provenanceOf($request) !== Origins::LISTED) {
            $this->token->giveWhereMissing($request, $response);
        }

        return $response;
    }

    private function answerTo(Request $request, Responder $responder): Response
    {
        $start = SystemClock::elapsed();
        try {
            $receipt = $this->process($request, $responder);
        } catch (HttpError $refusal) {
            return $responder->refused($refusal);
        } catch (InvalidFields $invalid) {
            return $responder->refused(HttpError::invalidFields($invalid));
        } catch (KeyReused $reused) {
            return $responder->refused(HttpError::keyReused($reused));
        } catch (RateExceeded $exceeded) {
            return $responder->refused(HttpError::tooManyRequests($exceeded));
        } catch (StoreUnavailable $failure) {
            ($this->logger)()->error('An enquiry could not be stored.', ['event' => 'not stored', 'exception' => $failure]);
            ($this->refused)()->write($failure->getMessage());

            return $responder->refused(HttpError::unavailable($failure));
        } catch (\Throwable $fault) {
            ($this->logger)()->critical('An enquiry was not answered because of a fault.', ['exception' => $fault]);
            ($this->refused)()->write($fault->getMessage());

            return $responder->refused(HttpError::serverError($fault));
        }
        FatalErrorHandler::enquiryIsStored($receipt->reference);
        if ($this->logsTaken) {
            ($this->logger)()->debug($receipt->isNew ? 'An enquiry was stored.' : 'An enquiry came again.', [
                'event' => $receipt->isNew ? 'stored' : 'repeated',
                'reference' => $receipt->reference,
                'microseconds' => (int) (1e6 * (SystemClock::elapsed() - $start)),
            ]);
        }

        return $responder->accepted($receipt);
    }

    private function process(Request $request, Responder $responder): Receipt
    {
        // What is refused by its head alone costs less than counting it would.
        RequestReader::requirePost($request);
        RequestReader::requireMediaType($request, RequestReader::JSON, self::FORM);
        $addressHash = $this->addresses->hashOf($request);
        [$isHeard, $obstacle] = $this->look($request, $responder, $addressHash);
        try {
            return $this->take($request, $responder, $addressHash, $obstacle);
        } catch (HttpError|InvalidFields|KeyReused $refusal) {
            // A page of another site must not be able to close the form to those who open it.
            if ($isHeard && $addressHash !== null && $this->origins->provenanceOf($request) !== Origins::FOREIGN) {
                $this->misuse ??= ($this->makeMisuse)();
                $this->misuse->addRefusal($addressHash);
            }
            throw $refusal;
        }
    }

    /**
     * @return array{bool, ?\Throwable} whether its refusals are counted, and what the enquiry is going to meet too: nobody
     *                                  shall wait for that twice, nor lose what was typed
     *
     * @throws RateExceeded but not of what was stored already, and only its answer was lost
     */
    private function look(Request $request, Responder $responder, ?string $addressHash): array
    {
        if ($addressHash === null) {
            return [false, null];
        }
        try {
            return [true, $this->intake->look($addressHash)];
        } catch (RateExceeded $unheard) {
            if (!$responder->repeatsToken()) {
                // The key of a form is made of what it says.
                $responder->read(RequestReader::bodyOf($request, $responder->bodyLimit()));
            }

            return $this->intake->knows($responder->key($addressHash)) ? [false, null] : throw $unheard;
        } catch (\Throwable $failure) {
            return [false, $failure];
        }
    }

    private function take(Request $request, Responder $responder, ?string $addressHash, ?\Throwable $obstacle): Receipt
    {
        $responder->read(RequestReader::bodyOf($request, $responder->bodyLimit()));
        $this->requireOurs($request, $responder);
        $key = $responder->key($addressHash);
        if ($obstacle !== null && !($obstacle instanceof RateExceeded && $this->intake->knows($key))) {
            throw $obstacle;
        }

        $message = ContactMessage::from($responder->fields(), $this->rules);

        return $this->intake->accept($message, $key, $addressHash, $responder->spamSignals($message), $responder->replaces());
    }

    /**
     * A client that no browser speaks for is served: it can carry nobody else's cookies here. A form that
     * cannot repeat the token is spared the question where the browser says that the page was ours, which
     * is surer; and so is a listed site, which cannot read the cookie, and for whose address the browser
     * vouches just as well.
     */
    private function requireOurs(Request $request, Responder $responder): void
    {
        $provenance = $this->origins->provenanceOf($request);
        if ($provenance === Origins::FOREIGN) {
            throw HttpError::crossSite();
        }
        if ($provenance === Origins::LISTED) {
            return;
        }
        if ($responder->repeatsToken() || $provenance !== Origins::OURS) {
            $this->token->check($request);
        }
    }

    /**
     * Sends an answer so that the client has all of it while this process goes on working.
     *
     * @return bool whether the client has all of it now, and not only when this process ends
     */
    public static function send(Response $response): bool
    {
        ignore_user_abort(true);
        // What was printed until now, as by what an editor left in a file of ours, is nobody's answer.
        while (ob_get_level() > 0 && @ob_end_clean());
        // where PHP writes the status line itself, as in Apache, Symfony would have it say 1.0
        $response->setProtocolVersion('1.1');
        // php-fpm and LiteSpeed can end a request early. Elsewhere the client must know where the answer ends.
        $endsEarly = \function_exists('fastcgi_finish_request') || \function_exists('litespeed_finish_request');
        if (!$endsEarly) {
            @ini_set('zlib.output_compression', '0');
            if (!$response->isEmpty()) {
                $response->headers->set('Content-Length', (string) \strlen((string) $response->getContent()));
            }
            $response->headers->set('Connection', 'close');
        }
        $response->send();
        // They end PHP's usual error log with it, so that what goes wrong from here on would be told to nobody.
        if ($endsEarly && \in_array(\ini_get('error_log'), ['', false], true)) {
            @ini_set('error_log', 'syslog');
        }

        // A web server that speaks FastCGI or CGI with PHP waits for its end, whatever the length says.
        return $endsEarly || !str_contains(\PHP_SAPI, 'cgi');
    }
}
