<?php

declare(strict_types=1);

namespace Enquiry\Console;

/** The separator of the cells in a CSV file. Excel expects the list separator of its user's region. */
enum Separator: string
{
    case Semicolon = ';';
    case Comma = ',';
    case Tab = 'tab';

    public function character(): string
    {
        return $this === self::Tab ? "\t" : $this->value;
    }
}
