<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Outbox\State;
use Enquiry\Outbox\StoredEnquiry;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Style\SymfonyStyle;

#[AsCommand(name: 'failed', description: 'Lists what could not be delivered to all, or not be read')]
final readonly class FailedCommand
{
    public function __construct(private Services $services) {}

    public function __invoke(SymfonyStyle $io): int
    {
        $failed = $this->services->repository()->failed();
        if ($failed === []) {
            $io->success('Nothing has failed.');

            return Command::SUCCESS;
        }
        foreach ($failed as $record) {
            $io->writeln(Services::line($record->reference) . "  {$this->services->format($record->receivedAt)}  attempts: {$record->attempts}");
            foreach (explode("\n", wordwrap(Services::plain(self::reason($record)), 76)) as $line) {
                $io->writeln('    ' . Services::line($line));
            }
        }
        $io->newLine();
        $io->writeln('<info>failed:show REFERENCE</info> shows one, <info>failed:retry REFERENCE</info> or <info>failed:retry --all</info> tries again, <info>failed:dismiss REFERENCE</info> ends the alarm about it.');

        return Command::SUCCESS;
    }

    private static function reason(StoredEnquiry $record): string
    {
        return State::tryFrom($record->state) === null
            ? "Its state is \"{$record->state}\", which there is not, so nobody mails it."
            : $record->lastError ?? 'Nothing was noted.';
    }
}
