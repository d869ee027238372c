<?php

declare(strict_types=1);

namespace Enquiry\Rules;

/** The six fields, in the order in which answers name them. */
enum Field: string
{
    case Name = 'name';
    case Surname = 'surname';
    case Email = 'email';
    case ContactNumber = 'contactNumber';
    case Subject = 'subject';
    case Message = 'message';
}
