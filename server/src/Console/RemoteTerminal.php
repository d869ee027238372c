<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Database\DataFolder;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Style\SymfonyStyle;

/** The terminal of the operator's computer. A question ends the request, and a second request confirms it. */
final class RemoteTerminal extends Terminal
{
    /**
     * @param InputInterface $input     with an empty stream
     * @param string         $confirmed the fingerprint of what the operator agreed to; empty at first
     */
    public function __construct(private readonly InputInterface $input, private readonly string $confirmed) {}

    public function confirms(SymfonyStyle $io, string $question, array $effect): bool
    {
        $fingerprint = hash('sha256', serialize([$question, $effect]));
        if (hash_equals($fingerprint, $this->confirmed)) {
            echo "confirmed\n";
            $io->newLine();

            return true;
        }
        $isAsked = $this->input->isInteractive();
        // Prints the question. Nobody answers here, which means no.
        $io->confirm($question, false);
        echo $isAsked ? "ask {$fingerprint}\n" : '';

        return false;
    }

    public function backupFile(string $typed, DataFolder $backups): string
    {
        $folder = "{$backups->path}/";
        $name = str_starts_with($typed, $folder) ? substr($typed, \strlen($folder)) : $typed;
        if (preg_match('/^\w[\w-]*\.sqlite$/D', $name) !== 1) {
            throw new \InvalidArgumentException("Without a shell, name a file in {$folder} that ends with .sqlite.");
        }

        return $backups->file($name);
    }
}
