<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

/** One thing that was looked at: how it is and, unless all is well, how to mend it. */
final readonly class Finding
{
    private function __construct(
        public Verdict $verdict,
        public string $what,
        public string $fix,
    ) {}

    public static function ok(string $what): self
    {
        return new self(Verdict::Ok, $what, '');
    }

    public static function warning(string $what, string $fix): self
    {
        return new self(Verdict::Warning, $what, $fix);
    }

    public static function problem(string $what, string $fix): self
    {
        return new self(Verdict::Problem, $what, $fix);
    }
}
