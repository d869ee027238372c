<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

/** Looks at one side of the installation and changes nothing that stays, but for a line in the log. */
interface Check
{
    /** @return iterable<Finding> */
    public function findings(): iterable;
}
