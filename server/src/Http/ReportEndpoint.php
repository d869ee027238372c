<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Intake\MisuseThrottle;
use Enquiry\Store\RateExceeded;
use Enquiry\Store\StoreUnavailable;
use Psr\Log\LoggerInterface;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/**
 * Where the site's pages report errors in a browser, which the log would never hear of otherwise.
 * No token is asked for: all that a stranger could do with it is to use up the limit. The shape of a report
 * is so narrow that nothing a visitor typed fits in: the log has it, and the log has nothing personal.
 */
final readonly class ReportEndpoint
{
    private const BODY_LIMIT = 4_096;

    private const KINDS = ['hydration', 'render', 'uncaught', 'rejection', 'sending'];
    private const HIGHEST_CODE = 9999;
    private const MOST_FRAMES = 8;

    /** @param \Closure(): LoggerInterface $logger */
    public function __construct(
        private Origins $origins,
        private ClientAddresses $addresses,
        private MisuseThrottle $misuse,
        private \Closure $logger,
    ) {}

    public function handle(Request $request): Response
    {
        try {
            $error = $this->read($request);
            $this->misuse->countReport($this->addresses->hashOf($request));
            ($this->logger)()->warning('A page failed in a browser.', ['event' => 'browser error'] + $error);

            return new Response(null, 204, ['Cache-Control' => 'no-store', 'X-Content-Type-Options' => 'nosniff']);
        } catch (HttpError $refusal) {
            return self::refused($refusal);
        } catch (RateExceeded $exceeded) {
            return self::refused(HttpError::tooManyRequests($exceeded));
        } catch (StoreUnavailable $failure) {
            // Not logged: what cannot be counted cannot be limited, and the next enquiry says it.
            return self::refused(HttpError::unavailable($failure));
        } catch (\Throwable $fault) {
            ($this->logger)()->critical('A report was not answered because of a fault.', ['exception' => $fault]);

            return self::refused(HttpError::serverError($fault));
        }
    }

    /** @return array<string, int|string|list<string>> what was said, and no more */
    private function read(Request $request): array
    {
        RequestReader::requirePost($request);
        RequestReader::requireMediaType($request, RequestReader::JSON);
        $body = RequestReader::bodyOf($request, self::BODY_LIMIT);
        if ($this->origins->provenanceOf($request) === Origins::FOREIGN) {
            throw HttpError::crossSite();
        }

        return self::browserError(RequestReader::json($body)) ?? throw HttpError::malformedMessage();
    }

    /**
     * The code is the number of an error of React's, or a status; frames are places in our scripts, as
     * file:line:column.
     *
     * @return ?array<string, int|string|list<string>> null where it has any other shape
     */
    private static function browserError(\stdClass $sent): ?array
    {
        $values = (array) $sent;
        $known = ['kind' => true, 'name' => true, 'code' => true, 'page' => true, 'frames' => true];
        $kind = $values['kind'] ?? null;
        $name = $values['name'] ?? null;
        $code = $values['code'] ?? null;
        $page = $values['page'] ?? null;
        $frames = self::frames($values['frames'] ?? null);
        $isSound = array_diff_key($values, $known) === []
            && \is_string($kind) && \in_array($kind, self::KINDS, true)
            && \is_string($name) && preg_match('/^[A-Za-z]{1,40}$/D', $name) === 1
            && (\is_int($code) ? $code >= 0 && $code <= self::HIGHEST_CODE : !\array_key_exists('code', $values))
            && \is_string($page) && preg_match('/^[A-Za-z]{1,20}$/D', $page) === 1
            && $frames !== null;

        return $isSound ? ['kind' => $kind, 'name' => $name] + (\is_int($code) ? ['code' => $code] : []) + ['page' => $page, 'frames' => $frames] : null;
    }

    /** @return ?list<string> */
    private static function frames(mixed $sent): ?array
    {
        if (!\is_array($sent) || \count($sent) > self::MOST_FRAMES) {
            return null;
        }
        $frames = [];
        foreach ($sent as $frame) {
            if (!\is_string($frame) || preg_match('/^[\w.-]{1,80}:\d{1,7}:\d{1,7}$/D', $frame) !== 1) {
                return null;
            }
            $frames[] = $frame;
        }

        return $frames;
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
