<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Configuration\InvalidConfiguration;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Style\SymfonyStyle;

#[AsCommand(name: 'setup', description: 'Makes the .env file, the data folder and the tables, and checks that they can be used')]
final readonly class SetupCommand
{
    /** @param string $folder that holds .env.example, and .env */
    public function __construct(private Services $services, private string $folder) {}

    public function __invoke(
        SymfonyStyle $io,
        #[Option('The user that the web server runs PHP as, to whom root gives the data folder and .env')]
        string $owner = '',
    ): int {
        $file = "{$this->folder}/.env";
        try {
            $folder = $this->services->queue()->folder();
        } catch (InvalidConfiguration $invalid) {
            if (!$this->make($file)) {
                throw $invalid;
            }
            $io->warning("{$file} is there now. Fill it in, then run this again.");

            return Command::FAILURE;
        }
        $folder->make();
        if ($owner !== '' && !($folder->giveTo($owner) && (!is_file($file) || @chown($file, $owner)))) {
            $io->error("The data folder cannot be given to {$owner}: run this as root, with a user that exists.");

            return Command::FAILURE;
        }
        $database = $this->services->database();
        $database->prepare(anew: true);
        // It writes, since a disk that is full or read-only can still be read.
        $this->services->healthCheck()->rehearse();
        $io->success("Data folder {$folder->path} and database {$database->name()} are ready.");
        if (fileowner($folder->path) === 0) {
            $io->note('The data folder belongs to root. Where PHP runs as another user, run this again with --owner=www-data, say.');
        }
        $strangers = $folder->strangers();
        if ($strangers !== []) {
            $io->warning('These do not belong to the owner of the data folder, and PHP may not be able to write them. Run this again as root with --owner=www-data, or whoever PHP runs as:');
            $io->listing($strangers); // Not in the block above, which breaks long paths.
        }

        return Command::SUCCESS;
    }

    /** No upload carries a .env, which would replace the one that somebody has filled in. */
    private function make(string $file): bool
    {
        $example = @file_get_contents("{$file}.example");
        if ($example === false || is_file($file)) {
            return false;
        }
        // A password is about to be in it.
        $mask = umask(0o077);
        $made = @file_put_contents($file, $example);
        umask($mask);

        return $made !== false;
    }
}
