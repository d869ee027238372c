<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

interface Dns
{
    /** @return ?list<string> the TXT records of a name; null where DNS gives no answer */
    public function texts(string $name): ?array;
}
