<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Outbox\State;
use Symfony\Component\Console\Attribute\Argument;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Style\SymfonyStyle;

#[AsCommand(name: 'resend', description: 'Mails an enquiry to all recipients once more', help: 'For one that a mail server took and lost later: it bounced, or lies in a folder that nobody finds. The mail says in its subject and its text that it was sent again, and has a Message-ID of its own, because mail programs drop what comes twice.')]
final readonly class ResendCommand
{
    public function __construct(private Services $services) {}

    public function __invoke(
        SymfonyStyle $io,
        #[Argument('Such as 7K3QM-0XW4T')]
        string $reference,
        #[Option('Without asking')]
        bool $force = false,
    ): int {
        $record = $this->services->find($reference);
        if ($record === null) {
            $io->error('There is no enquiry with this reference.');

            return Command::FAILURE;
        }
        if ($record->state === State::Waiting->value) {
            $io->error('This enquiry still waits and is mailed by itself. Where it waits for long, status says why.');

            return Command::FAILURE;
        }
        $to = implode(', ', $this->services->recipients());
        $what = Services::line("{$record->reference}, received {$this->services->format($record->receivedAt)}, {$record->state} {$this->services->format($record->sentAt)}");
        if (!$force && !$io->confirm("{$what}: mail it once more to {$to}?", false)) {
            $io->writeln('Nothing was queued.');

            return Command::FAILURE;
        }
        if (!$this->services->repository()->resend($this->services->now(), $record->reference)) {
            $io->error('Somebody else has queued or deleted it meanwhile.');

            return Command::FAILURE;
        }
        $io->success('Queued again: 1');

        return Command::SUCCESS;
    }
}
