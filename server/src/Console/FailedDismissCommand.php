<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Symfony\Component\Console\Attribute\Argument;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Style\SymfonyStyle;

#[AsCommand(name: 'failed:dismiss', description: 'Ends the alarm about a failed enquiry, which is kept', help: 'For one that somebody has answered by phone, say, or that can no longer be read. It is closed then: <info>list closed</info> has it, and <info>failed:retry REFERENCE</info> still sends it. <info>purge</info> deletes it in its time.')]
final readonly class FailedDismissCommand
{
    public function __construct(private Services $services) {}

    public function __invoke(
        SymfonyStyle $io,
        #[Argument('As failed lists it')]
        string $reference,
    ): int {
        $record = $this->services->find($reference);
        if ($record === null || !$this->services->repository()->dismiss($record->reference)) {
            $io->error($record === null ? 'There is no enquiry with this reference.' : "This enquiry has not failed: it is {$record->state}.");

            return Command::FAILURE;
        }
        $io->success('Dismissed: 1');

        return Command::SUCCESS;
    }
}
