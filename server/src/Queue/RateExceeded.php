<?php

declare(strict_types=1);

namespace Enquiry\Queue;

final class RateExceeded extends \RuntimeException
{
    public function __construct(public readonly int $secondsLeft)
    {
        parent::__construct("The rate limit is reached. Retry in {$secondsLeft} seconds.");
    }
}
