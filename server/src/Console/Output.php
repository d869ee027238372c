<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Symfony\Component\Console\Output\ConsoleOutput;

/** Standard output. Symfony's ignores a full disk, so that a cut export would exit with 0. */
final class Output extends ConsoleOutput
{
    protected function doWrite(string $message, bool $newline): void
    {
        $text = $message . ($newline ? \PHP_EOL : '');
        if (@fwrite($this->getStream(), $text) === \strlen($text)) {
            return;
        }
        $error = error_get_last()['message'] ?? '';
        // A reader such as head has seen enough.
        if (!str_contains($error, 'Broken pipe')) {
            throw new Failure("The output is incomplete: {$error}.");
        }
    }
}
