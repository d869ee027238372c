<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Configuration\InvalidConfiguration;

/** Each fault says by itself how to mend it. */
final readonly class ConfigurationCheck implements Check
{
    /** @param list<string> $faults */
    private function __construct(private array $faults) {}

    public static function passed(): self
    {
        return new self([]);
    }

    public static function failed(InvalidConfiguration $invalid): self
    {
        return new self($invalid->faults);
    }

    public function findings(): iterable
    {
        if ($this->faults === []) {
            yield Finding::ok('The configuration has no faults.');
        }
        foreach ($this->faults as $fault) {
            yield Finding::problem("The configuration has a fault: {$fault}", 'Set it in .env or in the environment; .env.example explains every key. Nothing else can be looked at before.');
        }
    }
}
