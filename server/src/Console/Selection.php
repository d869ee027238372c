<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Symfony\Component\Console\Attribute\Argument;
use Symfony\Component\Console\Attribute\Option;

/** The arguments of the commands that change matching enquiries. */
final class Selection
{
    #[Argument('Such as zoe@b.co, @b.co, 203.0.113.0/24 or \'"a text"\'; for dismiss and erase also a reference')]
    public string $pattern;

    #[Option(Services::SINCE)]
    public string $since = '';

    #[Option(Services::FORCE)]
    public bool $force = false;
}
