<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\ContactMessage;
use Enquiry\Intake;
use Enquiry\InvalidFields;
use Enquiry\Rules\ContactRules;
use Enquiry\Rules\Field;
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

    /** An enquiry is flat; the rest is for unknown fields, which are ignored whatever they hold. */
    private const JSON_DEPTH = 32;

    /** @param ?\Closure(Request): ?string $addressHash whom to count a request for; none counts nobody */
    public function __construct(
        private ContactRules $rules,
        private Intake $intake,
        private LoggerInterface $logger,
        private ?\Closure $addressHash = null,
    ) {}

    public function handle(Request $request): Response
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
        $key = IdempotencyKey::of($request);
        $addressHash = $this->addressHash === null ? null : ($this->addressHash)($request);
        $this->intake->assertAddressMayWrite($addressHash, $key);

        $message = ContactMessage::from(self::fieldsOf($body), $this->rules);
        $receipt = $this->intake->accept($message, $key, $addressHash);
        // Not info: the line about its delivery says it all, and building a logger is a tenth of this request.
        $this->logger->debug($receipt->isNew ? 'An enquiry was stored.' : 'An enquiry came again.', [
            'event' => $receipt->isNew ? 'stored' : 'repeated',
            'reference' => $receipt->reference,
            'microseconds' => intdiv(hrtime(true) - $start, 1000),
        ]);

        return $receipt;
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

    /** @return array<string, string> */
    private static function fieldsOf(string $body): array
    {
        try {
            $decoded = json_decode($body, false, self::JSON_DEPTH, \JSON_THROW_ON_ERROR);
        } catch (\JsonException $exception) {
            throw Refusal::malformedJson($exception);
        }
        if (!$decoded instanceof \stdClass) {
            throw Refusal::malformedMessage();
        }
        $fields = [];
        foreach (Field::cases() as $field) {
            if (!property_exists($decoded, $field->value)) {
                continue;
            }
            $value = $decoded->{$field->value};
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
