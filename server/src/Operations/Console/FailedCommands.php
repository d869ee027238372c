<?php

declare(strict_types=1);

namespace Enquiry\Operations\Console;

use Enquiry\Store\State;
use Symfony\Component\Console\Attribute\Argument;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\Style\SymfonyStyle;

/** Lists, retries and dismisses enquiries that could not be delivered to all recipients. */
final readonly class FailedCommands
{
    public function __construct(private Services $services) {}

    /** @return list<Command> */
    public function commands(): array
    {
        return [
            (new Command('failed'))
                ->setDescription('Lists the enquiries that have failed')
                ->setCode($this->list(...)),
            (new Command('failed:show'))
                ->setDescription('Shows everything that is stored about one enquiry, in any state')
                ->setCode($this->show(...)),
            (new Command('failed:retry'))
                ->setDescription('Queues failed enquiries again, for the recipients who did not get them')
                ->setHelp('A dismissed enquiry can be retried too. <info>resend</info> mails an enquiry to all recipients again.')
                ->setCode($this->retry(...)),
            (new Command('failed:dismiss'))
                ->setDescription('Ends the delivery of an enquiry that waits or has failed, and keeps the enquiry')
                ->setHelp('Use it, for example, after somebody has answered by phone. It ends the alarm about the enquiry. <info>list closed</info> lists dismissed enquiries, and <info>failed:retry REFERENCE</info> still sends them. <info>purge</info> deletes them later.')
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
            foreach (explode("\n", wordwrap(Services::plain($record->lastError ?? 'No reason is stored.'), 76)) as $line) {
                $io->writeln('    ' . Services::line($line));
            }
        }
        $io->newLine();
        $io->writeln('<info>failed:show REFERENCE</info> shows one, <info>failed:retry REFERENCE</info> or <info>failed:retry --all</info> retries, <info>failed:dismiss REFERENCE</info> ends the alarm.');

        return Command::SUCCESS;
    }

    public function show(
        SymfonyStyle $io,
        #[Argument('For example 7K3QM-0XW4T')]
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
        #[Argument('For example 7K3QM-0XW4T')]
        string $reference = '',
        #[Option('All failed enquiries')]
        bool $all = false,
    ): int {
        if (($reference === '') !== $all) {
            $io->error('Name either a reference or --all.');

            return Command::INVALID;
        }
        $repository = $this->services->repository();
        if ($all) {
            $io->success("Queued again: {$repository->retryAllFailed($this->services->now())}");

            return Command::SUCCESS;
        }
        $record = $this->services->find($reference);
        if ($record === null || !$repository->retryFailed($record->reference, $this->services->now())) {
            $io->error('No enquiry with this reference has failed.');

            return Command::FAILURE;
        }
        $io->success('Queued again: 1');

        return Command::SUCCESS;
    }

    public function dismiss(
        SymfonyStyle $io,
        #[Argument('For example 7K3QM-0XW4T')]
        string $reference,
        #[Option('Do not ask for confirmation')]
        bool $force = false,
    ): int {
        $record = $this->services->find($reference);
        $isWaiting = $record?->state === State::Waiting->value;
        if ($isWaiting && !$force && !$io->confirm("{$record->reference} waits and not every recipient has it. End its delivery?", false)) {
            $io->writeln('Nothing was dismissed.');

            return Command::FAILURE;
        }
        if ($record === null || $this->services->repository()->dismissEach([$record->reference], $this->services->now()) === 0) {
            $io->error(match (true) {
                $record === null => 'There is no enquiry with this reference.',
                $isWaiting => 'This enquiry is being mailed now. Try again in a minute.',
                default => "This enquiry neither waits nor has failed: its state is {$record->state}.",
            });

            return Command::FAILURE;
        }
        $io->success('Dismissed: 1');

        return Command::SUCCESS;
    }
}
