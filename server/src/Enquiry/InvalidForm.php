<?php

declare(strict_types=1);

namespace Enquiry\Enquiry;

/** This release cannot use a form: the form, its form.json or one of its fields is missing. */
final class InvalidForm extends \RuntimeException {}
