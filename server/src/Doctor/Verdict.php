<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

enum Verdict: string
{
    case Ok = 'ok';

    /** Works, but could work better, or could not be looked at from here. */
    case Warning = 'warning';

    /** Loses enquiries, delays them or shows them to strangers, or will. */
    case Problem = 'problem';
}
