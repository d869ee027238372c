<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Symfony\Component\Console\Output\ConsoleOutput;
use Symfony\Component\Console\Output\StreamOutput;

/** Prints into the answer to a request. */
final class RemoteOutput extends ConsoleOutput
{
    /** @var resource */
    private $stream;

    public function __construct(bool $decorated)
    {
        parent::__construct(decorated: $decorated);
        $this->stream = Frames::stream(Frames::OUT);
        $this->setErrorOutput(new StreamOutput(Frames::stream(Frames::ERROR), decorated: $decorated));
    }

    public function getStream()
    {
        return $this->stream;
    }

    protected function doWrite(string $message, bool $newline): void
    {
        fwrite($this->stream, $message . ($newline ? "\n" : ''));
    }
}
