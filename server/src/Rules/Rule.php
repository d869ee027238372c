<?php

declare(strict_types=1);

namespace Enquiry\Rules;

/** In the order in which they are tried. Lengths come before the pattern: see Pattern. */
enum Rule: string
{
    case Required = 'required';
    case ExactLength = 'exactLength';
    case MaxLength = 'maxLength';
    case Pattern = 'pattern';
}
