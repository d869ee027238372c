<?php

declare(strict_types=1);

namespace Enquiry\Configuration;

/** Names every fault at once, by key, and never repeats a value: one of them is a password. */
final class InvalidConfiguration extends \RuntimeException
{
    /** @param non-empty-list<string> $faults */
    private function __construct(string $message, public readonly array $faults)
    {
        parent::__construct($message);
    }

    /** @param non-empty-list<string> $faults */
    public static function because(array $faults): self
    {
        return new self("The configuration has faults:\n- " . implode("\n- ", $faults), $faults);
    }

    /** Where there is no file yet, that is the first thing to mend. */
    public function withoutFile(string $file): self
    {
        return self::because(["There is no {$file}: copy .env.example to it and fill it in.", ...$this->faults]);
    }

    public static function closedFile(string $file): self
    {
        $fault = "{$file} cannot be read: give it to the user that PHP runs as (as root: chown <user> {$file}), or let that user read it, by its permissions in the panel of your host.";

        return new self($fault, [$fault]);
    }

    public static function inUtf16(string $file): self
    {
        $fault = "{$file} is saved as UTF-16: save it as UTF-8.";

        return new self($fault, [$fault]);
    }
}
