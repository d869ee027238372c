<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Intake\Receipt;
use Enquiry\Shared\ContactMessage;
use Symfony\Component\HttpFoundation\Response;

/** How one enquiry is said over HTTP, and how it is answered. What happens to it in between is the same for all. */
interface Responder
{
    /** In bytes, as they are sent. */
    public function bodyLimit(): int;

    /** Refuses nothing yet: whatever the answer will be, it can then show what was typed. */
    public function read(string $body): void;

    /** Whether the client can repeat the token in a header. */
    public function repeatsToken(): bool;

    /**
     * What makes the same message sent twice one enquiry.
     *
     * @throws HttpError
     */
    public function key(?string $addressHash): ?string;

    /**
     * @return array<string, string> what was typed, by field; a field that was not sent is missing
     *
     * @throws HttpError
     */
    public function fields(): array;

    /** @return list<string> as ContactMessage words them */
    public function spamSignals(ContactMessage $message): array;

    /** @return list<string> keys of earlier attempts at the same message of which the client does not know whether they arrived */
    public function replaces(): array;

    public function accepted(Receipt $receipt): Response;

    public function refused(HttpError $refusal): Response;
}
