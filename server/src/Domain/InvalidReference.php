<?php

declare(strict_types=1);

namespace Enquiry\Domain;

final class InvalidReference extends \InvalidArgumentException
{
    public static function of(string $typed): self
    {
        return new self(\sprintf('"%s" is not an enquiry reference; one looks like 7K3QM-0XW4T.', $typed));
    }
}
