<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Symfony\Component\Console\Attribute\Argument;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Style\SymfonyStyle;

#[AsCommand(name: 'failed:retry', description: 'Queues failed enquiries again, due at once, for those who have not got them', help: 'One that was dismissed can be named too. <info>resend</info> mails one to everybody once more.')]
final readonly class FailedRetryCommand
{
    public function __construct(private Services $services) {}

    public function __invoke(
        SymfonyStyle $io,
        #[Argument('Such as 7K3QM-0XW4T')]
        string $reference = '',
        #[Option('Every one that has failed')]
        bool $all = false,
    ): int {
        if (($reference === '') !== $all) {
            $io->error('Give either a reference or --all.');

            return Command::INVALID;
        }
        $found = $all ? null : $this->services->find($reference)->reference ?? '';
        $queued = $this->services->repository()->retryFailed($this->services->now(), $found);
        if ($queued === 0) {
            $io->warning($all ? 'Nothing has failed.' : 'No enquiry with this reference has failed.');

            return $all ? Command::SUCCESS : Command::FAILURE;
        }
        $io->success("Queued again: {$queued}");

        return Command::SUCCESS;
    }
}
