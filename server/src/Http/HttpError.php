<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Database\StoreUnavailable;
use Enquiry\Delivery\Refused;
use Enquiry\Enquiry\Form;
use Enquiry\Enquiry\InvalidFields;
use Enquiry\Shared\Text;
use Symfony\Component\HttpFoundation\Response;

/** Why a request is refused, and the words of the answer. */
final class HttpError extends \RuntimeException
{
    /**
     * The status; the path in failures.json to the sentence for forms without JavaScript; and the message for clients
     * that send JSON. Below an invalid field stand the message and the advice of form.json.
     * tests/contract/answers.json holds the codes and statuses.
     */
    public const CODES = [
        'malformed_json' => [400, 'withoutScript.malformed', 'The request body is not valid JSON.'],
        'malformed_message' => [400, 'withoutScript.malformed', 'The request body must be a JSON object whose fields '
            . 'are strings, and an Idempotency-Key must be 1 to 200 visible ASCII characters.'],
        'cross_site' => [403, 'withoutScript.refused', 'The enquiry was not sent, because it came from a page on '
            . 'another website. Please use the form on our website.'],
        'invalid_token' => [403, 'withoutScript.refused', 'The enquiry was not sent, because we could not tell that '
            . 'it came from our form. Please send it again.'],
        'method_not_allowed' => [405, 'withoutScript.malformed', 'Send the enquiry as a POST request.'],
        'payload_too_large' => [413, 'withoutScript.tooLarge', 'The enquiry is too long. Please shorten it and send '
            . 'it again.'],
        'unsupported_media_type' => [415, 'withoutScript.malformed', 'Send the enquiry as JSON, with the header '
            . 'Content-Type: application/json.'],
        'invalid_fields' => [422, 'invalid', 'Some fields need your attention. Correct them and send the enquiry '
            . 'again.'],
        'key_reused' => [422, 'withoutScript.refused', 'The enquiry was not sent: its Idempotency-Key was already '
            . 'used for another enquiry. Send it with a new key.'],
        'too_many_requests' => [429, 'tooMany', 'Too many enquiries came from your connection. Please wait a while '
            . 'and send yours again, or call us.'],
        'server_error' => [500, 'server', 'Something went wrong on our side and your enquiry was not sent. Please try '
            . 'again, or call us.'],
        'unavailable' => [503, 'server', 'Your enquiry was not sent. Please try again in a few minutes, or call us.'],
        'undecided' => [503, 'withoutScript.undecided', 'We cannot tell whether your enquiry arrived. Please send it '
            . 'again as it is, or call us.'],
    ];

    /** Retry-After, if enquiries cannot be stored. */
    private const STORE_SECONDS = '30';

    private const GO_BACK = "\nPlease go back in your browser: what you typed is still there. You can also call us.";

    public readonly int $status;
    private readonly string $sentencePath;

    /**
     * @param key-of<self::CODES>   $errorCode
     * @param array<string, string> $errors  message by field
     * @param array<string, string> $headers
     * @param array<string, string> $advice  by field
     */
    public function __construct(
        public readonly string $errorCode,
        public readonly array $errors = [],
        public readonly array $headers = [],
        public readonly array $advice = [],
    ) {
        [$this->status, $this->sentencePath, $message] = self::CODES[$errorCode];
        parent::__construct($message);
    }

    public static function from(\Throwable $failure): self
    {
        return match (true) {
            $failure instanceof self => $failure,
            $failure instanceof InvalidFields => new self(
                'invalid_fields',
                $failure->errors,
                advice: $failure->advice,
            ),
            $failure instanceof Refused => new self($failure->errorCode, headers: Text::filled([
                'Retry-After' => (string) $failure->secondsLeft,
            ])),
            $failure instanceof StoreUnavailable => new self(
                $failure->isUndecided ? 'undecided' : 'unavailable',
                headers: ['Retry-After' => self::STORE_SECONDS],
            ),
            default => new self('server_error'),
        };
    }

    /** For the page's script and other programs. */
    public function json(): Response
    {
        $answer = ['status' => 'error', 'code' => $this->errorCode, 'message' => $this->getMessage()];

        $inFields = array_filter(['errors' => $this->errors, 'advice' => $this->advice]);

        return Responses::json($this->status, $answer + $inFields, $this->headers);
    }

    /** For forms without JavaScript. */
    public function sentence(Form $form): string
    {
        $minutes = (int) ceil((int) ($this->headers['Retry-After'] ?? 0) / 60);
        $wait = ['wait.unknown', 'wait.one'][$minutes] ?? 'wait.more';

        return strtr(Form::failure($this->sentencePath), [
            '{fields}' => $this->labels($form),
            '{wait}' => strtr(Form::failure($wait), ['{minutes}' => (string) $minutes]),
        ]);
    }

    /** The labels of the invalid fields. The label of a box may be a sentence. */
    private function labels(Form $form): string
    {
        $label = static fn(string $name): string => rtrim($form->fields[$name]->label, '.?!:');
        $labels = array_map($label, array_keys($this->errors));
        $last = (string) array_pop($labels);

        return $labels === [] ? $last : implode(', ', $labels) . " and {$last}";
    }

    /** For forms without JavaScript, if the form cannot be shown again. */
    public function text(Form $form): string
    {
        return implode("\n", [$this->sentence($form), ...array_values($this->errors)]) . self::GO_BACK;
    }
}
