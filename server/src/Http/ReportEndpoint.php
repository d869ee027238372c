<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Outbox\RateExceeded;
use Enquiry\Outbox\ReportThrottle;
use Enquiry\Storage\StoreUnavailable;
use Psr\Clock\ClockInterface;
use Psr\Log\LoggerInterface;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/**
 * Where the site's pages report errors in a browser, which the log would never hear of otherwise.
 * No token is asked for: all that a stranger could do with it is to use up the limit.
 */
final readonly class ReportEndpoint
{
    private const BODY_LIMIT = 4_096;

    public function __construct(
        private Origins $origins,
        private ClientAddresses $addresses,
        private ReportThrottle $limit,
        private ClockInterface $clock,
        private LoggerInterface $logger,
    ) {}

    public function handle(Request $request): Response
    {
        try {
            $error = $this->read($request);
            $this->limit->count($this->addresses->hashOf($request), $this->clock->now()->getTimestamp());
            $this->logger->warning('A page failed in a browser.', ['event' => 'browser error'] + $error->toArray());

            return new Response(null, 204, ['Cache-Control' => 'no-store', 'X-Content-Type-Options' => 'nosniff']);
        } catch (HttpError $refusal) {
            return self::refused($refusal);
        } catch (RateExceeded $exceeded) {
            return self::refused(HttpError::tooManyRequests($exceeded));
        } catch (StoreUnavailable $failure) {
            // Not logged: what cannot be counted cannot be limited, and the next enquiry says it.
            return self::refused(HttpError::unavailable($failure));
        } catch (\Throwable $fault) {
            $this->logger->critical('A report was not answered because of a fault.', ['exception' => $fault]);

            return self::refused(HttpError::serverError($fault));
        }
    }

    private function read(Request $request): BrowserError
    {
        RequestReader::requirePost($request);
        RequestReader::requireMediaType($request, RequestReader::JSON);
        $body = RequestReader::bodyOf($request, self::BODY_LIMIT);
        if ($this->origins->provenanceOf($request) === Origins::FOREIGN) {
            throw HttpError::crossSite();
        }

        return BrowserError::from(RequestReader::json($body)) ?? throw HttpError::malformedMessage();
    }

    /** The codes are the enquiry's; its words are not. */
    private static function refused(HttpError $refusal): Response
    {
        return JsonResponder::error($refusal, match ($refusal->errorCode) {
            ErrorCode::MalformedMessage => 'The request body is not the report of an error.',
            ErrorCode::CrossSite, ErrorCode::InvalidToken => 'The report came from a page of another site.',
            ErrorCode::MethodNotAllowed => 'Send the report as a POST request.',
            ErrorCode::PayloadTooLarge => 'The report is larger than 4 KB.',
            ErrorCode::UnsupportedMediaType => 'Send the report as JSON, with the header Content-Type: application/json.',
            ErrorCode::TooManyRequests => 'There are too many reports already.',
            ErrorCode::ServerError, ErrorCode::Unavailable, ErrorCode::Undecided => 'The report was not taken, because of a problem on our side.',
            ErrorCode::MalformedJson, ErrorCode::InvalidFields, ErrorCode::KeyReused => null,
        });
    }
}
