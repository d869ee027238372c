<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Enquiry\Field;
use Enquiry\Enquiry\Form;
use Enquiry\Enquiry\Message;
use Enquiry\Queue\Receipt;
use Enquiry\Shared\Clock;
use Symfony\Component\HttpFoundation\Cookie;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** Reads and answers an enquiry sent by the form without JavaScript. The browser shows the answer as a page. */
final readonly class PageResponder implements Responder
{
    public const GO_BACK = "\nPlease go back in your browser: what you typed is still there. You can also call us.";

    public function __construct(
        private Form $form,
        private Pages $pages,
        private FailureWords $words,
        private Clock $clock,
        private string $servicePrefix,
    ) {}

    public function read(Request $request, string $body): Submission
    {
        $sent = RequestReader::parseForm($body);
        $fields = $this->rewritten(RequestReader::fieldsIn($sent, $this->form));
        $honeypot = $sent[Form::HONEYPOT] ?? '';

        return new Submission($fields, $this->key($fields), \is_string($honeypot) ? $honeypot : null);
    }

    /**
     * @param array<string, string> $typed
     * @return array<string, string>
     */
    private function rewritten(array $typed): array
    {
        $numbers = array_filter($this->form->fields, static fn(Field $field): bool => $field->control === 'tel');

        return array_map(Message::rewriteNumber(...), array_intersect_key($typed, $numbers)) + $typed;
    }

    /**
     * The same message within a clock hour is one enquiry: a button may be pressed twice.
     * @param array<string, string> $typed
     */
    private function key(array $typed): string
    {
        $fields = array_map($this->form->normalise(...), $typed);
        // Adding an optional field to the rules must not change the key.
        $filled = array_filter($fields, static fn(string $value): bool => $value !== '');
        $hour = intdiv($this->clock->time(), 3600);

        return 'form:' . hash('sha256', json_encode([$this->form->name, $filled, $hour], \JSON_THROW_ON_ERROR));
    }

    /** Redirects to a page that can be reloaded without sending the message again. */
    public function accepted(Receipt $receipt, Request $request): Response
    {
        $sent = Pages::text('Your message was sent.', 303, [
            'Location' => "{$this->servicePrefix}/contact_sent.php?form={$this->form->name}",
            'Enquiry-Reference' => $receipt->reference,
        ]);
        // An address with the reference would be in the web server's log, beside the visitor's.
        $cookie = Cookie::create(ConfirmationEndpoint::COOKIE, $receipt->reference, path: "{$this->servicePrefix}/");
        $sent->headers->setCookie($cookie->withSecure($request->isSecure()));

        return $sent;
    }

    public function refused(HttpError $refusal, ?string $body): Response
    {
        $status = $refusal->errorCode->status();
        $sentence = strtr($this->words->about($refusal), ['{fields}' => $this->labels(array_keys($refusal->errors))]);
        $text = implode("\n", [$sentence, ...array_values($refusal->errors)]) . self::GO_BACK;
        if ($body === null) {
            return Pages::text($text, $status, $refusal->headers);
        }
        // Another website may have filled in the fields: one press must not send its text.
        $sent = $refusal->errorCode === ErrorCode::CrossSite ? [] : RequestReader::parseForm($body);
        $typed = array_filter(array_intersect_key($sent, $this->form->fields), \is_string(...));
        $page = new RefusedPage($this->form, $this->rewritten($typed), $refusal->errors);

        return $this->pages->answer(
            "{$this->form->name}.html",
            $page->replacements($sentence),
            $text,
            $status,
            $refusal->headers,
        );
    }

    /** @param list<string> $names of fields. The label of a box may be a sentence. */
    private function labels(array $names): string
    {
        $labels = array_map(fn(string $name): string => rtrim($this->form->fields[$name]->label, '.'), $names);
        $last = (string) array_pop($labels);

        return $labels === [] ? $last : implode(', ', $labels) . " and {$last}";
    }
}
