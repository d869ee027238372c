<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Database\State;
use Enquiry\Enquiry\Message;
use Enquiry\Queue\StoredEnquiry;
use Enquiry\Shared\Text;
use Symfony\Component\Console\Attribute\Argument;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Style\SymfonyStyle;

/** Lists, shows and mails enquiries. */
final readonly class EnquiryCommands
{
    private const LISTED_AT_ONCE = 20;
    private const REFERENCE = 'For example 7K3QM-0XW4T';

    public function __construct(private Services $services) {}

    public function list(
        SymfonyStyle $io,
        #[Argument('waiting, sent, failed or closed; by default all')]
        ?State $state = null,
        #[Option(Services::SINCE)]
        string $since = '',
        #[Option('Only those with this text, in any case, in the reference, the network, the email address or a field')]
        string $search = '',
        #[Option('Only suspected ones, with their networks and the reasons')]
        bool $flagged = false,
        #[Option('All of them, not only the newest 20')]
        bool $all = false,
    ): int {
        $count = 0;
        foreach ($this->services->repository()->newest($state, $this->services->time($since)) as $record) {
            $reasons = implode('; ', $record->reasons());
            if (($flagged && $reasons === '') || !self::has($search, $record)) {
                continue;
            }
            if (++$count > self::LISTED_AT_ONCE && !$all) {
                $io->writeln('For all enquiries use --all');
                break;
            }
            $io->writeln($this->services->summary($record));
            if ($flagged) {
                $network = $record->network ?? 'unknown network';
                $io->writeln(Terminal::indented("{$network}: {$reasons}"));
            }
            if ($state !== null && $record->lastError !== null) {
                $io->writeln(Terminal::indented("{$record->attempts} attempts. {$record->lastError}"));
            }
        }
        $io->getErrorStyle()->writeln($count === 0 ? 'No enquiry was found.' : []);

        return $count === 0 ? Command::FAILURE : Command::SUCCESS;
    }

    private static function has(string $search, StoredEnquiry $record): bool
    {
        $text = Text::fold("{$record->reference} {$record->email} {$record->network} {$record->text()}");

        return str_contains($text, Text::fold($search)) || Message::isNumberIn($search, $text);
    }

    public function show(
        SymfonyStyle $io,
        #[Argument(self::REFERENCE)]
        string $reference,
    ): int {
        Terminal::printJson($io, $this->found($reference));

        return Command::SUCCESS;
    }

    private function found(string $reference): StoredEnquiry
    {
        return $this->services->find($reference) ?? throw new Failure('There is no enquiry with this reference.');
    }

    public function retry(
        SymfonyStyle $io,
        #[Argument(self::REFERENCE)]
        string $reference = '',
        #[Option('All failed enquiries')]
        bool $all = false,
        #[Option(Services::FORCE)]
        bool $force = false,
    ): int {
        if (($reference === '') !== $all) {
            throw new \InvalidArgumentException('Name either a reference or --all.');
        }
        $queued = $all
            ? $this->services->repository()->retryAllFailed($this->services->clock->time())
            : $this->retryOne($io, $this->found($reference), $force);
        if ($queued === 0) {
            throw new Failure($all ? 'No enquiry has failed.' : 'Nothing was queued.');
        }
        $io->success("Queued again: {$queued}");

        return Command::SUCCESS;
    }

    private function retryOne(SymfonyStyle $io, StoredEnquiry $record, bool $force): int
    {
        $repository = $this->services->repository();
        $now = $this->services->clock->time();
        if ($repository->retryFailed($record->reference, $now)) {
            return 1;
        }
        if ($record->state === State::Waiting->value) {
            throw new Failure('This enquiry waits. status shows why, and work --once --now mails it at once.');
        }
        $to = implode(', ', $this->services->configuration()->mail()->recipients);
        $sent = Terminal::time((int) $record->sentAt);
        $question = "{$record->reference} was sent on {$sent}. Mail it again to {$to}?";

        Terminal::confirm($io, $question, $force);

        return (int) $repository->resend($record->reference, $now);
    }
}
