<?php

declare(strict_types=1);

namespace Enquiry\Enquiry;

/** This release cannot read a form: it lacks the form's folder, or form.json is invalid. */
final class UnknownForm extends \RuntimeException
{
    public function __construct(string $message, ?InvalidForm $previous = null)
    {
        parent::__construct($message, previous: $previous);
    }
}
