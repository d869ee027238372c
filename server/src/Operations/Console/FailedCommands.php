<?php

declare(strict_types=1);

namespace Enquiry\Operations\Console;

use Enquiry\Store\State;
use Enquiry\Store\StoredEnquiry;
use Symfony\Component\Console\Attribute\Argument;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\Style\SymfonyStyle;

/** What could not be delivered to all, or not be read. */
final readonly class FailedCommands
{
    public function __construct(private Services $services) {}

    /** @return list<Command> */
    public function commands(): array
    {
        return [
            (new Command('failed'))
                ->setDescription('Lists what could not be delivered to all, or not be read')
                ->setCode($this->list(...)),
            (new Command('failed:show'))
                ->setDescription('Shows all that is stored about one enquiry')
                ->setCode($this->show(...)),
            (new Command('failed:retry'))
                ->setDescription('Queues failed enquiries again, due at once, for those who have not got them')
                ->setHelp('One that was dismissed can be named too. <info>resend</info> mails one to everybody once more.')
                ->setCode($this->retry(...)),
            (new Command('failed:dismiss'))
                ->setDescription('Ends the alarm about a failed enquiry, which is kept')
                ->setHelp('For one that somebody has answered by phone, say, or that can no longer be read. It is closed then: <info>list closed</info> has it, and <info>failed:retry REFERENCE</info> still sends it. <info>purge</info> deletes it in its time.')
                ->setCode($this->dismiss(...)),
        ];
    }

    public function list(SymfonyStyle $io): int
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

    public function show(
        SymfonyStyle $io,
        #[Argument('Such as 7K3QM-0XW4T')]
        string $reference,
    ): int {
        $record = $this->services->find($reference);
        if ($record === null) {
            $io->error('There is no enquiry with this reference.');

            return Command::FAILURE;
        }
        $io->writeln(Services::json($record), OutputInterface::OUTPUT_RAW);

        return Command::SUCCESS;
    }

    public function retry(
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

    public function dismiss(
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
