<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Delivery\Recipients;
use Enquiry\Delivery\Status;
use Enquiry\Delivery\StoredEnquiry;
use Enquiry\Enquiry\Message;
use Enquiry\Operations\QueueNumbers;
use Enquiry\Shared\Text;
use Symfony\Component\Console\Attribute\Argument;
use Symfony\Component\Console\Attribute\MapInput;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\Style\SymfonyStyle;

/** Lists, shows and mails enquiries. */
final readonly class EnquiryCommands
{
    private const LISTED_AT_ONCE = 20;
    private const REFERENCE = 'For example 7K3QM-0XW4T';

    public function __construct(private CommandContext $context) {}

    public function list(
        SymfonyStyle $io,
        #[Argument('waiting, sent, failed or dismissed; by default all')]
        ?Status $state = null,
        #[MapInput]
        Received $received = new Received(),
        #[Option('Only those with this text in the reference, the email address or a field, however it is spelt')]
        string $search = '',
        #[Option('Only suspected ones, with the reasons')]
        bool $flagged = false,
        #[Option('All of them, not only the newest 20')]
        bool $all = false,
    ): int {
        $count = 0;
        foreach ($this->context->received($received, $state) as $record) {
            $reasons = implode('; ', $record->flags);
            if (($flagged && $reasons === '') || !self::has($search, $record)) {
                continue;
            }
            if (++$count > self::LISTED_AT_ONCE && !$all) {
                $io->writeln('For all enquiries use --all');
                break;
            }
            $io->writeln($this->context->summary($record, $state));
            if ($flagged) {
                $io->writeln('    ' . Output::line($reasons));
            }
            foreach ($state === null ? [] : $record->lacking() as $target => $error) {
                $io->writeln('    ' . Output::line(rtrim("{$target} lacks it. {$error}")));
            }
        }
        $io->getErrorStyle()->writeln($count === 0 ? 'No enquiry was found.' : []);

        return $count === 0 ? Command::FAILURE : Command::SUCCESS;
    }

    private static function has(string $search, StoredEnquiry $record): bool
    {
        $text = $record->text();

        return str_contains($text, Text::searchable($search)) || Message::isNumberIn($search, $text);
    }

    public function show(
        SymfonyStyle $io,
        #[Argument(self::REFERENCE)]
        string $reference,
    ): int {
        $record = $this->found($reference);
        $view = $this->context->view($record);
        $view === null
            ? Output::printJson($io, $record)
            : $io->writeln(EnquiryPage::text($view, $record->deliveries), OutputInterface::OUTPUT_RAW);

        return Command::SUCCESS;
    }

    private function found(string $reference): StoredEnquiry
    {
        return $this->context->find($reference) ?? throw new Failure('There is no enquiry with this reference.');
    }

    public function retry(
        SymfonyStyle $io,
        #[Argument(self::REFERENCE)]
        string $reference = '',
        #[Option('All failed enquiries')]
        bool $all = false,
        #[Option('Only for this recipient, or webhook')]
        string $to = '',
        #[MapInput]
        Received $received = new Received(),
        #[Option(CommandContext::FORCE)]
        bool $force = false,
    ): int {
        $isMany = $all || $received->isGiven();
        if (($reference === '') !== $isMany) {
            throw new \InvalidArgumentException(
                'Name either a reference, or --all (all that have failed), or the days with --since and --until.',
            );
        }
        $to = $this->target($to);
        $records = $isMany ? $this->chosen($received, $all, $to) : [$this->found($reference)];
        $queue = $this->context->queue();
        $references = $mails = [];
        foreach ($records as $record) {
            $targets = $queue->retried($record, $to);
            if ($targets === [] && ($to !== '' || $record->statuses()[0] !== Status::Failed)) {
                $isMany || throw self::notRetried($record, $to);
                continue;
            }
            $references[] = $record->reference;
            foreach ($targets as $target) {
                $at = $record->deliveredAt($target);
                $kind = match (true) {
                    $at === null => 'as new',
                    $isMany => 'again',
                    default => 'again (accepted on ' . Output::time($at) . ')',
                };
                $mails[$target][$kind] = ($mails[$target][$kind] ?? 0) + 1;
            }
        }
        if ($references === []) {
            $io->writeln($all ? 'No enquiry has failed.' : 'No enquiry was found that can be sent again.');

            return $all ? Command::SUCCESS : Command::FAILURE;
        }
        foreach ($mails as $target => $numbers) {
            $kinds = array_map(static fn(string $kind): string => "{$numbers[$kind]} {$kind}", array_keys($numbers));
            $io->writeln(Output::line("{$target}: " . implode(', ', $kinds)));
        }
        $count = QueueNumbers::inWords(\count($references));
        $this->context->confirm($io, "Send {$count} to these recipients?", [$references, $mails], $force);
        $queue->retry($references, $to, $this->context->clock->time());
        $io->writeln("Queued {$count} again.");

        return Command::SUCCESS;
    }

    /**
     * @param bool $all only failed ones
     * @return iterable<StoredEnquiry> for a retry of many, which leaves out dismissed ones
     */
    private function chosen(Received $received, bool $all, string $to): iterable
    {
        foreach ($this->context->received($received, $all ? Status::Failed : null) as $record) {
            $isMeant = !$all || $to === '' || $record->stateOf($to) === 'failed';
            if ($isMeant && $record->statuses() !== [Status::Dismissed]) {
                yield $record;
            }
        }
    }

    /** @return string as it is stored */
    private function target(string $to): string
    {
        $recipients = $this->context->configuration()->mail()->recipients;
        $targets = [...$recipients->all(), Recipients::WEBHOOK];

        return $to === '' || \in_array(mb_strtolower($to), $targets, true) ? mb_strtolower($to) : throw new Failure(
            "{$to} is no recipient. Name one of: " . implode(', ', $targets),
        );
    }

    private static function notRetried(StoredEnquiry $record, string $to): Failure
    {
        return new Failure(match (true) {
            $record->statuses() === [Status::Dismissed] => 'This enquiry was dismissed. Without --to, retry '
                . 'sends it to all who lack it.',
            $record->isOpen() && $record->stateOf($to) !== 'sent' => 'This enquiry waits already. work --now '
                . 'delivers it at once. --to mails it again to one who has it.',
            $to === Recipients::WEBHOOK => 'The webhook has this enquiry, or WEBHOOK_URL is not set.',
            default => "{$to} gets no enquiries of the form {$record->form}.",
        });
    }

    public function dismiss(
        SymfonyStyle $io,
        #[Argument(self::REFERENCE)]
        string $reference = '',
        #[Option('All suspected ones that wait or have failed')]
        bool $flagged = false,
        #[MapInput]
        Received $received = new Received(),
        #[Option(CommandContext::FORCE)]
        bool $force = false,
    ): int {
        if (($reference === '') !== $flagged || ($reference !== '' && $received->isGiven())) {
            throw new \InvalidArgumentException(
                'Name either a reference or --flagged, which --since and --until may follow.',
            );
        }
        $open = [];
        $records = $flagged ? $this->context->received($received) : [$this->found($reference)];
        foreach ($records as $record) {
            if ($record->isOpen() && (!$flagged || $record->flags !== [])) {
                $open[] = $record->reference;
                $io->writeln(\count($open) > self::LISTED_AT_ONCE ? [] : $this->context->summary($record));
            }
        }
        $count = \count($open);
        if ($count === 0) {
            throw new Failure('No enquiry that waits or has failed matches.');
        }
        $question = 'Dismiss ' . QueueNumbers::inWords($count) . '? Nobody else gets them.';
        $this->context->confirm($io, $question, $open, $force);
        $dismissed = $this->context->queue()->dismiss($open);
        $io->writeln('Dismissed ' . QueueNumbers::inWords($dismissed) . '.');

        return $dismissed === 0 ? Command::FAILURE : Command::SUCCESS;
    }
}
