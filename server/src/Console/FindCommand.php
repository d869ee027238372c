<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Outbox\StoredEnquiry;
use Symfony\Component\Console\Attribute\Argument;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Style\SymfonyStyle;

#[AsCommand(name: 'find', description: 'Lists the enquiries that came from an e-mail address')]
final readonly class FindCommand
{
    public function __construct(private Services $services) {}

    public function __invoke(
        SymfonyStyle $io,
        #[Argument('As the visitor typed it, in any case')]
        string $email,
    ): int {
        $records = $this->services->findByEmail($email);
        $io->table(['Reference', 'Received', 'State', 'Sent', 'Replaces'], array_map(
            fn(StoredEnquiry $record): array => [
                Services::line($record->reference),
                $this->services->format($record->receivedAt),
                Services::line($record->state),
                $this->services->format($record->sentAt),
                implode(', ', $record->replaces()),
            ],
            $records,
        ));

        return $records === [] ? Command::FAILURE : Command::SUCCESS;
    }
}
