<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Database\DataFolder;
use Symfony\Component\Console\Style\SymfonyStyle;

/** The operator's terminal, on the host. */
class Terminal
{
    /** @param array<mixed> $effect everything that the command would do */
    public function confirms(SymfonyStyle $io, string $question, array $effect): bool
    {
        return $io->confirm($question, false);
    }

    /** @return string the path of the file that the operator typed */
    public function backupFile(string $typed, DataFolder $backups): string
    {
        return $typed;
    }
}
