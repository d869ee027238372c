<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Domain\ContactMessage;
use Enquiry\Domain\ContactNumber;
use Enquiry\Domain\SpamSignals;
use Enquiry\Outbox\Receipt;
use Enquiry\Rules\ContactRules;
use Psr\Clock\ClockInterface;
use Symfony\Component\HttpFoundation\Response;

/** A form sent without JavaScript: the browser shows whatever is answered, so that is a page. */
final class FormResponder implements Responder
{
    public const GO_BACK = "\nPlease go back in your browser: what you typed is still there. Or call us.";

    /** No client comes upon it by accident. */
    private const KEY_PREFIX = 'form:';

    /** What its field rewrites where there is a script. */
    private const REWRITTEN = 'contactNumber';

    private ?FormBody $body = null;

    public function __construct(
        private readonly ContactRules $rules,
        private readonly Pages $pages,
        private readonly FailureTexts $sentences,
        private readonly ClockInterface $clock,
        private readonly string $servicePrefix,
    ) {}

    public function bodyLimit(): int
    {
        return FormBody::LIMIT;
    }

    public function read(string $body): void
    {
        $this->body = FormBody::parse($body, $this->rules);
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
        if ($this->body?->isReadable !== true) {
            throw HttpError::malformedMessage();
        }
        if ($this->body->isTooLarge) {
            throw HttpError::payloadTooLarge();
        }
        $fields = array_replace(array_fill_keys(array_keys($this->rules->fields), ''), $this->body->typed);

        return [self::REWRITTEN => ContactNumber::rewrite($fields[self::REWRITTEN])] + $fields;
    }

    /** How long the visitor took is not known. */
    public function spamSignals(ContactMessage $message): array
    {
        return SpamSignals::of($message, $this->body?->honeypot, null);
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
        $failure = $this->sentences->about($refusal);
        $goBack = implode("\n", [$failure, ...array_values($refusal->errors)]) . self::GO_BACK;
        // What was never read is only there; a form without it would look as if it were lost.
        if ($this->body === null && $refusal->errorCode !== ErrorCode::PayloadTooLarge) {
            return Pages::text($goBack, $refusal->errorCode->status(), $refusal->headers);
        }
        // What another site filled in must not be one press away from being sent as the visitor's own.
        $typed = $refusal->errorCode === ErrorCode::CrossSite ? [] : $this->body->typed ?? [];

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
        foreach (array_intersect_key($this->body->typed ?? [], $errors) as $name => $typed) {
            $value = $name === self::REWRITTEN ? ContactNumber::rewrite($typed) : $typed;
            $advice[$name] = $this->rules->fields[$name]->adviceOn($this->rules->normalise($value)) ?? '';
        }

        return $advice;
    }
}
