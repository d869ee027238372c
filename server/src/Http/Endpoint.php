<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\ContactMessage;
use Enquiry\Intake;
use Enquiry\InvalidFields;
use Enquiry\Rules\ContactRules;
use Enquiry\Rules\Field;
use Enquiry\SpamSigns;
use Enquiry\Storage\QueueFull;
use Enquiry\Storage\RateExceeded;
use Enquiry\Storage\Receipt;
use Enquiry\Storage\StoreUnavailable;
use Psr\Log\LoggerInterface;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** HTTP around the intake. Each step below assumes that the ones before it passed. */
final readonly class Endpoint
{
    public const BODY_LIMIT = 65_536;

    /** An enquiry is flat; the rest is for unknown fields, which are ignored. */
    private const JSON_DEPTH = 32;

    /**
     * What the form says of itself travels in headers, because the body is agreed to be the six fields:
     * what stands in a field that people do not see, and milliseconds from the form's opening.
     */
    private const TRAP = 'X-Form-Trap';
    private const ELAPSED = 'X-Form-Elapsed';

    public function __construct(
        private Origins $origins,
        private XsrfToken $token,
        private ClientAddresses $addresses,
        private ContactRules $rules,
        private Intake $intake,
        private LoggerInterface $logger,
    ) {}

    public function handle(Request $request): Response
    {
        $response = $this->answerTo($request);
        $this->token->giveWhereMissing($request, $response);

        return $response;
    }

    private function answerTo(Request $request): Response
    {
        try {
            return self::success($this->process($request));
        } catch (Refusal $refusal) {
            return self::error($refusal);
        } catch (InvalidFields $invalid) {
            return self::error(Refusal::invalidFields($invalid));
        } catch (RateExceeded $exceeded) {
            return self::error(Refusal::tooManyRequests($exceeded));
        } catch (StoreUnavailable|QueueFull $failure) {
            $this->logger->error('An enquiry could not be stored.', ['event' => 'not stored', 'exception' => $failure]);

            return self::error(Refusal::unavailable($failure));
        } catch (\Throwable $fault) {
            $this->logger->critical('An enquiry was not answered because of a fault.', ['exception' => $fault]);

            return self::error(Refusal::serverError($fault));
        }
    }

    private function process(Request $request): Receipt
    {
        $start = hrtime(true);
        self::requirePost($request);
        self::requireJson($request);
        $body = self::bodyOf($request);
        $this->requireOurs($request);
        $this->token->check($request);
        $key = IdempotencyKey::of($request);
        $addressHash = $this->addresses->hashOf($request);
        $this->intake->assertAddressMayWrite($addressHash, $key);

        $message = ContactMessage::from(self::fieldsOf(self::objectIn($body)), $this->rules);
        $flags = SpamSigns::of($message, $request->headers->get(self::TRAP), $request->headers->get(self::ELAPSED));
        $receipt = $this->intake->accept($message, $key, $addressHash, $flags);
        // Not info: the line about its delivery says it all, and building a logger is a tenth of this request.
        $this->logger->debug($receipt->isNew ? 'An enquiry was stored.' : 'An enquiry came again.', [
            'event' => $receipt->isNew ? 'stored' : 'repeated',
            'reference' => $receipt->reference,
            'microseconds' => intdiv(hrtime(true) - $start, 1000),
        ]);

        return $receipt;
    }

    /** A client that no browser speaks for is served: it can carry nobody else's cookies here. */
    private function requireOurs(Request $request): void
    {
        if ($this->origins->provenanceOf($request) === Provenance::Foreign) {
            throw Refusal::crossSite();
        }
    }

    private static function requirePost(Request $request): void
    {
        // getMethod() would let a header of the client's rename the method.
        if ($request->getRealMethod() !== 'POST') {
            throw Refusal::methodNotAllowed();
        }
    }

    private static function requireJson(Request $request): void
    {
        [$mediaType] = explode(';', $request->headers->get('Content-Type') ?? '');
        if (strtolower(trim($mediaType)) !== 'application/json') {
            throw Refusal::unsupportedMediaType();
        }
    }

    private static function bodyOf(Request $request): string
    {
        if ((int) $request->headers->get('Content-Length') > self::BODY_LIMIT) {
            throw Refusal::payloadTooLarge();
        }
        // A chunked body has no stated length: one byte past the limit tells, and no more is read.
        $body = (string) stream_get_contents($request->getContent(true), self::BODY_LIMIT + 1);
        if (\strlen($body) > self::BODY_LIMIT) {
            throw Refusal::payloadTooLarge();
        }

        return $body;
    }

    private static function objectIn(string $body): \stdClass
    {
        try {
            $decoded = json_decode($body, false, self::JSON_DEPTH, \JSON_THROW_ON_ERROR);
        } catch (\JsonException $exception) {
            // Valid JSON may still be what we do not take: nested too deeply, or a name PHP cannot hold.
            throw \in_array($exception->getCode(), [\JSON_ERROR_DEPTH, \JSON_ERROR_INVALID_PROPERTY_NAME], true)
                ? Refusal::malformedMessage($exception)
                : Refusal::malformedJson($exception);
        }
        if (!$decoded instanceof \stdClass) {
            throw Refusal::malformedMessage();
        }

        return $decoded;
    }

    /** @return array<string, string> */
    private static function fieldsOf(\stdClass $sent): array
    {
        $fields = [];
        foreach (Field::cases() as $field) {
            if (!property_exists($sent, $field->value)) {
                continue;
            }
            $value = $sent->{$field->value};
            if (!\is_string($value)) {
                throw Refusal::malformedMessage();
            }
            $fields[$field->value] = $value;
        }

        return $fields;
    }

    private static function success(Receipt $receipt): Response
    {
        // The reference travels in a header because the body is agreed to the letter.
        return self::answer(200, ['status' => 'success'], ['Enquiry-Reference' => $receipt->reference]);
    }

    private static function error(Refusal $refusal): Response
    {
        $code = $refusal->errorCode;
        $body = ['status' => 'error', 'code' => $code->value, 'message' => $code->message()];
        if ($refusal->errors !== []) {
            $body['errors'] = $refusal->errors;
        }

        return self::answer($code->status(), $body, $refusal->headers);
    }

    /**
     * @param array<string, mixed>  $body
     * @param array<string, string> $headers
     */
    private static function answer(int $status, array $body, array $headers): Response
    {
        return new Response(
            json_encode($body, \JSON_UNESCAPED_UNICODE | \JSON_UNESCAPED_SLASHES | \JSON_THROW_ON_ERROR),
            $status,
            $headers + [
                'Content-Type' => 'application/json; charset=utf-8',
                'Cache-Control' => 'no-store',
                'X-Content-Type-Options' => 'nosniff',
            ],
        );
    }
}
