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
        <info>list</info>, <info>list failed --page=2</info>, <info>list --since="2 hours" --flagged --search=casino</info>

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
                ->setDescription('Queues failed enquiries again')
                ->setHelp(
                    'They are mailed to the recipients who did not get them. A dismissed enquiry can be retried too. '
                        . '<info>resend</info> mails an enquiry to all recipients again.',
                )
                ->setCode($this->retry(...)),
            (new Command('resend'))
                ->setDescription('Mails an enquiry to all recipients again')
                ->setHelp(
                    'Use it if a mail server accepted the mail, but it bounced or was lost. The new mail says that it '
                        . 'was sent again, and has a new Message-ID, because mail programs hide duplicates.',
                )
                ->setCode($this->resend(...)),
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
        #[Option('The page to show, with 20 enquiries each')]
        string $page = '1',
    ): int {
        $number = filter_var($page, \FILTER_VALIDATE_INT, [
            'options' => ['min_range' => 1, 'max_range' => 1_000_000_000],
        ]);
        if (($state !== '' && State::tryFrom($state) === null) || $number === false) {
            $io->error(
                'The state must be waiting, sent, failed, closed or empty, and --page a whole number of at least 1.',
            );

            return Command::INVALID;
        }
        $sought = Text::fold($search);
        $skipped = self::LISTED_AT_ONCE * ($number - 1);
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
            if (++$count > $skipped + self::LISTED_AT_ONCE) {
                $io->writeln('For more enquiries use --page=' . ($number + 1));
                break;
            }
            if ($count > $skipped) {
                $io->writeln($this->services->summary($record));
                $io->writeln(
                    $flagged
                        ? Services::indented(
                            ($record->network ?? 'unknown network') . ': ' . implode('; ', $record->reasons()),
                        )
                        : [],
                );
                $io->writeln(
                    $state === '' || $record->lastError === null
                        ? []
                        : Services::indented("{$record->attempts} attempts. {$record->lastError}"),
                );
            }
        }
        if ($count > $skipped) {
            return Command::SUCCESS;
        }
        $io->writeln(match (true) {
            $number > 1 => 'There are no more enquiries.',
            $sought . $since . $state . ($flagged ? '!' : '') !== '' => 'No enquiry matches.',
            default => 'There are no enquiries.',
        });

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
    ): int {
        if (($reference === '') !== $all) {
            $io->error('Name either a reference or --all.');

            return Command::INVALID;
        }
        $repository = $this->services->repository();
        $record = $all ? null : $this->services->find($reference);
        $queued = $record === null ? 0 : (int) $repository->retryFailed($record->reference, $this->services->now());
        $queued = $all ? $repository->retryAllFailed($this->services->now()) : $queued;
        if ($queued === 0) {
            $io->error(
                match (true) {
                    $all => 'No enquiry has failed.',
                    $record === null => self::NONE,
                    $record->state === State::Waiting->value
                        => 'This enquiry has not failed. It waits, and work --once --now mails it at once.',
                    default
                    => "This enquiry has not failed: its state is {$record->state}. resend mails it to all "
                        . "recipients again.",
                },
            );

            return Command::FAILURE;
        }
        $io->success("Queued again: {$queued}");

        return Command::SUCCESS;
    }

    public function resend(
        SymfonyStyle $io,
        #[Argument(self::REFERENCE)]
        string $reference,
        #[Option('Do not ask for confirmation')]
        bool $force = false,
    ): int {
        $record = $this->services->find($reference);
        if ($record === null) {
            $io->error(self::NONE);

            return Command::FAILURE;
        }
        if ($record->state === State::Waiting->value) {
            $io->error(
                'This enquiry is still waiting and will be mailed automatically. status shows why it waits, work '
                    . '--once --now mails it at once.',
            );

            return Command::FAILURE;
        }
        $to = implode(', ', $this->services->configuration()->mail()->recipients);
        $what = Services::line(
            "{$record->reference}, received {$this->services->format(
                $record->receivedAt,
            )}, {$record->state} {$this->services->format($record->sentAt)}",
        );
        if (!$force && !$io->confirm("{$what}: mail it again to {$to}?", false)) {
            $io->writeln('Nothing was queued.');

            return Command::FAILURE;
        }
        if (!$this->services->repository()->resend($record->reference, $this->services->now())) {
            $io->error('This enquiry has just been queued or deleted by another command.');

            return Command::FAILURE;
        }
        $io->success('Queued again: 1');

        return Command::SUCCESS;
    }
}
