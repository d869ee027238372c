<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

/** Asks the site for things, as a stranger would. */
interface Web
{
    /** @throws Unreachable where no answer came at all */
    public function get(string $url): WebAnswer;
}
