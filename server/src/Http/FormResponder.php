<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Intake\Receipt;
use Enquiry\Shared\ContactMessage;
use Enquiry\Shared\ContactRules;
use Psr\Clock\ClockInterface;
use Symfony\Component\HttpFoundation\Response;

/**
 * A form sent without JavaScript: the browser shows whatever is answered, so that is a page. What it sent
 * (application/x-www-form-urlencoded) is not taken from $_POST: PHP drops fields past max_input_vars, and of
 * a field that comes twice all but the last.
 */
final class FormResponder implements Responder
{
    public const GO_BACK = "\nPlease go back in your browser: what you typed is still there. Or call us.";

    /** Percent-encoding makes up to three bytes of one. */
    private const BODY_LIMIT = 3 * ContactEndpoint::BODY_LIMIT;

    /** No client comes upon it by accident. */
    private const KEY_PREFIX = 'form:';

    /** What its field rewrites where there is a script. */
    private const REWRITTEN = 'contactNumber';

    /** @var ?array<string, string> by field; of one that came twice, all that came; null before it was read */
    private ?array $typed = null;

    /** Whether each field came as one text. */
    private bool $isReadable = false;

    /** For what JSON may hold. */
    private bool $isTooLarge = false;

    /** What stands in the field that people do not see. */
    private string $honeypot = '';

    public function __construct(
        private readonly ContactRules $rules,
        private readonly Pages $pages,
        private readonly ContactPage $contactPage,
        private readonly ClockInterface $clock,
        private readonly string $servicePrefix,
    ) {}

    public function bodyLimit(): int
    {
        return self::BODY_LIMIT;
    }

    public function read(string $body): void
    {
        $this->typed = [];
        $this->isReadable = true;
        $this->isTooLarge = \strlen(urldecode($body)) > ContactEndpoint::BODY_LIMIT;
        // Empty pairs are skipped before they cost anything.
        foreach (array_filter(explode('&', $body), static fn(string $pair): bool => $pair !== '') as $pair) {
            [$name, $value] = array_map(urldecode(...), explode('=', $pair, 2) + ['', '']);
            // As PHP would read it: name[] is one of several.
            [$field] = explode('[', $name, 2);
            if ($field === ContactRules::HONEYPOT) {
                $this->honeypot .= $value;
            } elseif (isset($this->rules->fields[$field])) {
                $this->isReadable = $this->isReadable && $field === $name && !isset($this->typed[$field]) && mb_check_encoding($value, 'UTF-8');
                $this->typed[$field] = isset($this->typed[$field]) ? "{$this->typed[$field]} {$value}" : $value;
            }
        }
    }

    public function repeatsToken(): bool
    {
        return false;
    }

    /**
     * What stands for an Idempotency-Key where no script makes one: the same message from the same address
     * within one hour of the clock is one enquiry, because a button was pressed twice, or the visitor went
     * back and did not trust what they saw. Later it is a reminder, and one that never arrived would be
     * worse than a mail too many; which is all that comes of a second press just after the full hour.
     * What no key can be made of is about to be refused for its fields.
     */
    public function key(?string $addressHash): ?string
    {
        try {
            $normalised = array_map($this->rules->normalise(...), $this->fields());
        } catch (HttpError) {
            return null;
        }
        // A field that is left empty says nothing: the message is the same from before there was such a field.
        $filledIn = array_filter($normalised, static fn(string $value): bool => $value !== '');

        $same = json_encode([$filledIn, $addressHash, intdiv($this->clock->now()->getTimestamp(), 3600)], \JSON_THROW_ON_ERROR);

        return self::KEY_PREFIX . hash('sha256', $same);
    }

    public function fields(): array
    {
        if (!$this->isReadable) {
            throw HttpError::malformedMessage();
        }
        if ($this->isTooLarge) {
            throw HttpError::payloadTooLarge();
        }
        $fields = array_replace(array_fill_keys(array_keys($this->rules->fields), ''), $this->typed ?? []);

        return [self::REWRITTEN => ContactMessage::rewriteNumber($fields[self::REWRITTEN])] + $fields;
    }

    /** How long the visitor took is not known. */
    public function spamSignals(ContactMessage $message): array
    {
        return $message->spamSignals($this->honeypot, null);
    }

    public function replaces(): array
    {
        return [];
    }

    /** Sent on to an address of its own, which can be reloaded without sending the message again. */
    public function accepted(Receipt $receipt): Response
    {
        return Pages::text('Your message was sent.', 303, [
            'Location' => "{$this->servicePrefix}/contact_sent.php?reference={$receipt->reference}",
            'Enquiry-Reference' => $receipt->reference,
        ]);
    }

    public function refused(HttpError $refusal): Response
    {
        $failure = $this->contactPage->sentenceAbout($refusal);
        $goBack = implode("\n", [$failure, ...array_values($refusal->errors)]) . self::GO_BACK;
        // What was never read is only there; a form without it would look as if it were lost.
        if ($this->typed === null && $refusal->errorCode !== ErrorCode::PayloadTooLarge) {
            return Pages::text($goBack, $refusal->errorCode->status(), $refusal->headers);
        }
        // What another site filled in must not be one press away from being sent as the visitor's own.
        $typed = $refusal->errorCode === ErrorCode::CrossSite ? [] : $this->typed ?? [];

        return $this->pages->answer(
            Pages::CONTACT,
            ContactPage::replacements($this->rules->fields, $typed, $refusal->errors, $this->advice($refusal->errors), $failure),
            $goBack,
            $refusal->errorCode->status(),
            $refusal->headers,
        );
    }

    /**
     * @param array<string, string> $errors
     *
     * @return array<string, string>
     */
    private function advice(array $errors): array
    {
        $advice = [];
        foreach (array_intersect_key($this->typed ?? [], $errors) as $name => $typed) {
            $value = $name === self::REWRITTEN ? ContactMessage::rewriteNumber($typed) : $typed;
            $advice[$name] = $this->rules->fields[$name]->adviceOn($this->rules->normalise($value)) ?? '';
        }

        return $advice;
    }
}
