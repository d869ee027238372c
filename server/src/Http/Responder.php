<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Queue\Receipt;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** Reads and answers one format of an enquiry: JSON, or a form without JavaScript. */
interface Responder
{
    /** Does not throw: the error page must be able to show what was typed. */
    public function read(Request $request, string $body): Submission;

    /** Messages with the same key are one enquiry. @throws HttpError */
    public function key(Submission $submission): ?string;

    public function accepted(Receipt $receipt, Request $request): Response;

    /** @param ?Submission $submission null if the request was refused before its body was read */
    public function refused(HttpError $refusal, ?Submission $submission): Response;
}
