<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Intake\Receipt;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** The two formats of an enquiry, JSON and a form without JavaScript: how each is read and answered. */
interface Responder
{
    /** In bytes as they are sent. */
    public function bodyLimit(): int;

    /** Whether the client can repeat the XSRF token in a header. */
    public function repeatsToken(): bool;

    /** Throws nothing: a refusal must still be able to show what was typed. */
    public function read(Request $request, string $body): Submission;

    /**
     * Makes the same message sent twice one enquiry.
     *
     * @throws HttpError
     */
    public function key(Submission $submission, ?string $addressHash): ?string;

    public function accepted(Receipt $receipt): Response;

    /** @param ?Submission $submission null if the request was refused before its body was read */
    public function refused(HttpError $refusal, ?Submission $submission): Response;
}
