<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Enquiry\Field;
use Enquiry\Enquiry\Form;
use Enquiry\Enquiry\InvalidFields;
use Enquiry\Enquiry\Message;
use Enquiry\Enquiry\Receipt;
use Enquiry\Shared\Clock;
use Enquiry\Shared\Text;
use Symfony\Component\HttpFoundation\Cookie;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** Reads and answers an enquiry sent by the form without JavaScript. The browser shows the answer as a page. */
final readonly class PageResponder
{
    /** HTML does not keep \v and \f, which the rules count as white space. */
    private const LINE_BREAKS = ["\r\n" => "\n", "\r" => "\n", "\v" => "\n", "\f" => "\n"];

    /** Holds the reference until the browser is closed. */
    private const COOKIE = 'enquiry-reference';

    public function __construct(
        private Form $form,
        private Responses $responses,
        private Clock $clock,
        private string $servicePrefix,
    ) {}

    /** @throws HttpError|InvalidFields */
    public function read(string $body): Submission
    {
        $sent = Submission::parseForm($body);
        $message = Message::from($this->rewritten(Submission::fieldsIn($sent, $this->form)), $this->form);
        $honeypot = $sent[Form::HONEYPOT] ?? '';

        return new Submission($message, $this->keyOf($message), \is_string($honeypot) ? $honeypot : '');
    }

    /**
     * @param array<string, string> $typed
     * @return array<string, string>
     */
    private function rewritten(array $typed): array
    {
        foreach ($typed as $name => $value) {
            $typed[$name] = $this->form->rewritten($name, $value);
        }

        return $typed;
    }

    /** The same message within a clock hour is one enquiry: a button may be pressed twice. */
    private function keyOf(Message $message): string
    {
        // Adding an optional field to the rules must not change the key.
        $filled = array_filter($message->values, static fn(string $value): bool => $value !== '');
        $hour = intdiv($this->clock->time(), 3600);

        return 'form:' . hash('sha256', json_encode([$this->form->name, $filled, $hour], \JSON_THROW_ON_ERROR));
    }

    /** Redirects to a page that can be reloaded without sending the message again. */
    public function accepted(Receipt $receipt, Request $request): Response
    {
        $sent = Responses::text('Your message was sent.', 303, [
            'Location' => "{$this->servicePrefix}/contact_sent.php?form={$this->form->name}",
        ] + $receipt->headers());
        // An address with the reference would be in the web server's log, beside the visitor's.
        $cookie = Cookie::create(self::COOKIE, $receipt->toCookie(), path: "{$this->servicePrefix}/");
        $sent->headers->setCookie($cookie->withSecure($request->isSecure()));

        return $sent;
    }

    /** contact_sent.php. It reads no enquiry, so it cannot reveal one. */
    public function confirmation(Request $request): Response
    {
        try {
            $kept = $request->cookies->all()[self::COOKIE] ?? '';
            $receipt = Receipt::fromCookie(\is_string($kept) ? $kept : '');
        } catch (\InvalidArgumentException) {
            return Responses::text(
                'Your browser has kept no reference. If our form led you here, your message has reached us. If you’re '
                    . 'not sure, please send it again. It doesn’t matter if we get it twice.',
                404,
            );
        }
        $promised = $receipt->promisedBy();
        $text = "Thank you for your message. Our sales representative will contact you shortly.\n"
            . ($promised === '' ? '' : "You’ll hear from us by {$promised}.\n")
            . "Your reference is {$receipt->reference}.";
        $page = $this->form->name . ($promised === '' ? '-sent' : '-promised') . '.html';
        $replacements = ['{{reference}}' => $receipt->reference, '{{promised}}' => $promised];

        return $this->responses->fill($page, $replacements, Responses::text($text, 200));
    }

    public function refused(HttpError $refusal, ?string $body): Response
    {
        $text = Responses::text($refusal->text($this->form), $refusal->status, $refusal->headers);
        if ($body === null) {
            return $text;
        }
        // Another website may have filled in the fields: one press must not send its text.
        $sent = $refusal->errorCode === 'cross_site' ? [] : Submission::parseForm($body);
        $typed = array_filter(array_intersect_key($sent, $this->form->fields), \is_string(...));
        // A visitor who follows a link finds the corrections again on the way back: browsers keep no no-store page.
        $text->headers->set('Cache-Control', 'private, no-cache');
        $replacements = ['{{failure}}' => Text::html($refusal->sentence($this->form))];
        foreach ($this->rewritten($typed) + array_fill_keys(array_keys($this->form->fields), '') as $name => $value) {
            $error = $refusal->errors[$name] ?? null;
            $replacements += [
                "{{error.{$name}}}" => Text::html($error ?? ''),
                "{{advice.{$name}}}" => Text::html($refusal->advice[$name] ?? ''),
                "{{invalid.{$name}}}" => $error === null ? 'false' : 'true',
            ] + $this->inControl($name, $value);
        }

        return $this->responses->fill("{$this->form->name}.html", $replacements, $text);
    }

    /** @return array<string, string> HTML by placeholder */
    private function inControl(string $name, string $typed): array
    {
        $field = $this->form->fields[$name];
        $value = strtr($typed, self::LINE_BREAKS);
        if ($field->control === Field::CHECKBOX) {
            $isTicked = $value === Field::TICKED;

            return ["data-chosen=\"{{chosen.{$name}}}\"" => $isTicked ? 'checked=""' : ''];
        }
        $replacements = [];
        foreach ($field->options as $index => $option) {
            $replacements["data-chosen=\"{{chosen.{$name}.{$index}}}\""] = $value === $option ? 'selected=""' : '';
        }
        $escaped = Text::html($value);

        return $replacements + [
            "{{field.{$name}}}" => $escaped,
            // HTML drops the first line break in a textarea.
            "{{field.{$name}}}</textarea>" => (str_starts_with($value, "\n") ? "\n" : '') . "{$escaped}</textarea>",
        ];
    }
}
