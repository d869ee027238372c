<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Symfony\Component\Console\Attribute\Argument;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Style\SymfonyStyle;

#[AsCommand(name: 'erase', description: 'Deletes all enquiries of an e-mail address, delivered or not', help: 'What was mailed already is in the mailboxes of the sales team, and has to be deleted there.')]
final readonly class EraseCommand
{
    public function __construct(private Services $services) {}

    public function __invoke(
        SymfonyStyle $io,
        #[Argument('As the visitor typed it, in any case')]
        string $email,
        #[Option('Without asking')]
        bool $force = false,
    ): int {
        $count = \count($this->services->archive()->findByEmail($email));
        if ($count === 0) {
            $io->warning('Nothing is stored about this address.');

            return Command::SUCCESS;
        }
        if (!$force && !$io->confirm("Delete {$count} for good?", false)) {
            $io->writeln('Nothing was deleted.');

            return Command::FAILURE;
        }
        $io->success("Deleted: {$this->services->archive()->erase($email)}");

        return Command::SUCCESS;
    }
}
