<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Enquiry\InvalidFields;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** Reads and answers one format of an enquiry: JSON, or a form without JavaScript. */
interface Responder
{
    /** @throws HttpError|InvalidFields */
    public function read(Request $request, string $body): Submission;

    public function accepted(string $reference, Request $request): Response;

    /** @param ?string $body null if the request was refused before its body was read */
    public function refused(HttpError $refusal, ?string $body): Response;
}
