<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Database\State;
use Enquiry\Enquiry\Message;
use Enquiry\Shared\Text;
use Symfony\Component\Console\Attribute\Argument;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\Style\SymfonyStyle;

/** Lists, shows and mails enquiries. */
final readonly class EnquiryCommands
{
    private const LISTED_AT_ONCE = 20;

    private const REFERENCE = 'For example 7K3QM-0XW4T';

    private const NONE = 'There is no enquiry with this reference.';

    private const LIST_HELP = <<<'TEXT'
        <info>list</info>, <info>list failed --all</info>, <info>list --since="2 hours" --flagged --search=casino</info>

        Suspected spam has a <info>!</info>. With a state, the list says why the last email was refused.
         - waiting: the worker mails it
         - sent: the mail servers of all recipients accepted it
         - failed: it was given up. <info>retry</info> queues it again, <info>dismiss</info> ends the alarm
         - closed: it was dismissed

        <info>show REFERENCE</info> shows all of an enquiry.
        TEXT;

    public function __construct(private Services $services) {}

    /** @return list<Command> */
    public function commands(): array
    {
        return [
            (new Command('list'))
                ->setDescription('Lists enquiries, newest first')
                ->setHelp(self::LIST_HELP)
                ->setCode($this->list(...)),
            (new Command('show'))
                ->setDescription('Shows everything that is stored about one enquiry')
                ->setCode($this->show(...)),
            (new Command('retry'))
                ->setDescription('Mails an enquiry again')
                ->setHelp(
                    'A failed or dismissed enquiry is mailed to the recipients who did not get it. A sent one, which '
                        . 'bounced or was lost, is mailed to all. The new mail says that it was sent again.',
                )
                ->setCode($this->retry(...)),
        ];
    }

    public function list(
        SymfonyStyle $io,
        #[Argument('waiting, sent, failed or closed; by default all')]
        string $state = '',
        #[Option(Services::SINCE)]
        string $since = '',
        #[Option(
            'Only those with this text in the reference, the network, the email address or any other field, in '
                . 'any case',
        ),]
        string $search = '',
        #[Option('Only suspected ones, with their networks and the reasons')]
        bool $flagged = false,
        #[Option('All of them, not only the newest 20')]
        bool $all = false,
    ): int {
        if ($state !== '' && State::tryFrom($state) === null) {
            $io->error('The state must be waiting, sent, failed, closed or empty.');

            return Command::INVALID;
        }
        $sought = Text::fold($search);
        $count = 0;
        foreach (
            $this->services->repository()->newest(State::tryFrom($state), $this->services->since($since)) as $record
        ) {
            $text = $sought === ''
                ? ''
                : Text::fold("{$record->reference} {$record->email} {$record->network} {$record->text()}");
            if (
                ($flagged && $record->reasons() === [])
                || (!str_contains($text, $sought) && !Message::isNumberIn($search, $text))
            ) {
                continue;
            }
            if (++$count > self::LISTED_AT_ONCE && !$all) {
                $io->writeln('For all enquiries use --all');
                break;
            }
            $io->writeln($this->services->summary($record));
            if ($flagged) {
                $network = $record->network ?? 'unknown network';
                $io->writeln(Services::indented("{$network}: " . implode('; ', $record->reasons())));
            }
            if ($state !== '' && $record->lastError !== null) {
                $io->writeln(Services::indented("{$record->attempts} attempts. {$record->lastError}"));
            }
        }
        if ($count > 0) {
            return Command::SUCCESS;
        }
        $isFiltered = $flagged || "{$sought}{$since}{$state}" !== '';
        $io->writeln($isFiltered ? 'No enquiry matches.' : 'There are no enquiries.');

        return Command::FAILURE;
    }

    public function show(
        SymfonyStyle $io,
        #[Argument(self::REFERENCE)]
        string $reference,
    ): int {
        $record = $this->services->find($reference);
        if ($record === null) {
            $io->error(self::NONE);

            return Command::FAILURE;
        }
        $io->writeln(Services::json($record), OutputInterface::OUTPUT_RAW);

        return Command::SUCCESS;
    }

    public function retry(
        SymfonyStyle $io,
        #[Argument(self::REFERENCE)]
        string $reference = '',
        #[Option('All failed enquiries')]
        bool $all = false,
        #[Option('Do not ask for confirmation')]
        bool $force = false,
    ): int {
        if (($reference === '') !== $all) {
            $io->error('Name either a reference or --all.');

            return Command::INVALID;
        }
        $repository = $this->services->repository();
        if ($all) {
            return self::told($io, $repository->retryAllFailed($this->services->now()), 'No enquiry has failed.');
        }
        $record = $this->services->find($reference);
        if ($record === null) {
            return self::told($io, 0, self::NONE);
        }
        if ($repository->retryFailed($record->reference, $this->services->now())) {
            return self::told($io, 1);
        }
        if ($record->state === State::Waiting->value) {
            return self::told($io, 0, 'This enquiry waits. status shows why, and work --once --now mails it at once.');
        }
        $to = implode(', ', $this->services->configuration()->mail()->recipients);
        $sent = $this->services->format($record->sentAt);
        if (!$force && !$io->confirm("{$record->reference} was sent on {$sent}. Mail it again to {$to}?", false)) {
            return self::told($io, 0, 'Nothing was queued.');
        }

        return self::told($io, (int) $repository->resend($record->reference, $this->services->now()));
    }

    private static function told(SymfonyStyle $io, int $queued, string $none = 'Nothing was queued.'): int
    {
        $queued === 0 ? $io->error($none) : $io->success("Queued again: {$queued}");

        return $queued === 0 ? Command::FAILURE : Command::SUCCESS;
    }
}
