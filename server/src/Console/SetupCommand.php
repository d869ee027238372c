<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Style\SymfonyStyle;

#[AsCommand(name: 'setup', description: 'Makes the data folder and the tables, and checks that they can be used')]
final readonly class SetupCommand
{
    public function __construct(private Services $services) {}

    public function __invoke(
        SymfonyStyle $io,
        #[Option('The user that the web server runs PHP as, to whom root gives the data folder')]
        string $owner = '',
    ): int {
        $folder = $this->services->queue()->folder();
        $folder->make();
        if ($owner !== '' && !$folder->giveTo($owner)) {
            $io->error("The data folder cannot be given to {$owner}: run this as root, with a user that exists.");

            return Command::FAILURE;
        }
        $database = $this->services->database();
        $database->prepare();
        // A write, since a disk that is full or read-only can still be read.
        $database->write(static fn(): bool => true);
        $io->success("Data folder {$folder->path} and database {$database->name()} are ready.");

        return Command::SUCCESS;
    }
}
