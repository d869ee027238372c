<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Symfony\Component\Console\Attribute\Argument;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Output\OutputInterface;

#[AsCommand(name: 'export', description: 'Prints all that is stored about an e-mail address as JSON')]
final readonly class ExportCommand
{
    public function __construct(private Services $services) {}

    public function __invoke(
        OutputInterface $output,
        #[Argument('As the visitor typed it, in any case')]
        string $email,
    ): int {
        $records = $this->services->findByEmail($email);
        $output->writeln(Services::json($records), OutputInterface::OUTPUT_RAW);

        return Command::SUCCESS;
    }
}
