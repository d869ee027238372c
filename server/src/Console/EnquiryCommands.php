<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Database\State;
use Enquiry\Enquiry\Message;
use Enquiry\Queue\DeliveryQueue;
use Enquiry\Queue\QueueNumbers;
use Enquiry\Queue\StoredEnquiry;
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

    public function __construct(private Services $services) {}

    public function list(
        SymfonyStyle $io,
        #[Argument('waiting, sent, failed or closed; by default all')]
        ?State $state = null,
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
        foreach ($this->services->received($received, $state) as $record) {
            $reasons = implode('; ', $record->flags);
            if (($flagged && $reasons === '') || !self::has($search, $record)) {
                continue;
            }
            if (++$count > self::LISTED_AT_ONCE && !$all) {
                $io->writeln('For all enquiries use --all');
                break;
            }
            $io->writeln($this->services->summary($record));
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
        $view = $this->services->view($record);
        $view === null
            ? Output::printJson($io, $record)
            : $io->writeln(EnquiryPage::text($view, $record->deliveries), OutputInterface::OUTPUT_RAW);

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
        #[Option('Only for this recipient of MAIL_TO, or webhook')]
        string $to = '',
        #[Option(Services::FORCE)]
        bool $force = false,
    ): int {
        if (($reference === '') !== $all || ($all && $to !== '')) {
            throw new \InvalidArgumentException('Name either a reference, which --to may follow, or --all.');
        }
        $records = $all ? $this->services->repository()->newest(State::Failed) : [$this->found($reference)];
        $queued = 0;
        foreach ($records as $record) {
            $this->retryOne($io, $record, $this->target($to), $force);
            ++$queued;
        }
        $io->writeln($queued === 0 ? 'No enquiry has failed.' : 'Queued ' . QueueNumbers::inWords($queued) . ' again.');

        return Command::SUCCESS;
    }

    /** @return string as it is stored */
    private function target(string $to): string
    {
        if ($to === '') {
            return '';
        }
        $configuration = $this->services->configuration();
        $webhook = $configuration->hasWebhook ? [DeliveryQueue::WEBHOOK] : [];
        $targets = [...$configuration->mail()->recipients, ...$webhook];

        return \in_array(mb_strtolower($to), $targets, true) ? mb_strtolower($to) : throw new Failure(
            "{$to} is not in MAIL_TO. Name one of: " . implode(', ', $targets),
        );
    }

    private function retryOne(SymfonyStyle $io, StoredEnquiry $record, string $target, bool $force): void
    {
        $repository = $this->services->repository();
        $now = $this->services->clock->time();
        if ($record->state === State::Closed->value && $target !== '') {
            throw new Failure('This enquiry was dismissed. Without --to, retry sends it to all.');
        }
        if ($repository->retryFailed($record->reference, $now, $target)) {
            return;
        }
        if ($record->state === State::Waiting->value && ($target === '' || $record->deliveredAt($target) === null)) {
            throw new Failure(
                'This enquiry waits already. work --now delivers it at once. --to mails it again to one who has it.',
            );
        }
        if ($target === DeliveryQueue::WEBHOOK) {
            throw new Failure('The webhook has this enquiry, or it was sent before there was a webhook.');
        }
        $recipients = $target === '' ? $this->services->configuration()->mail()->recipients : [$target];
        $sent = Output::time((int) $record->deliveredAt());
        $to = implode(', ', $recipients);
        Output::confirm($io, "{$record->reference} was sent on {$sent}. Mail it again to {$to}?", $force);
        $repository->resend($record, $recipients, $now);
    }

    public function dismiss(
        SymfonyStyle $io,
        #[Argument(self::REFERENCE)]
        string $reference = '',
        #[Option('All suspected ones that wait or have failed')]
        bool $flagged = false,
        #[MapInput]
        Received $received = new Received(),
        #[Option(Services::FORCE)]
        bool $force = false,
    ): int {
        if (($reference === '') !== $flagged || ($reference !== '' && $received->isGiven())) {
            throw new \InvalidArgumentException(
                'Name either a reference or --flagged, which --since and --until may follow.',
            );
        }
        $open = [];
        $records = $flagged ? $this->services->received($received) : [$this->found($reference)];
        foreach ($records as $record) {
            if (
                \in_array($record->state, [State::Waiting->value, State::Failed->value], true)
                && (!$flagged || $record->flags !== [])
            ) {
                $open[] = $record->reference;
                $io->writeln(\count($open) > self::LISTED_AT_ONCE ? [] : $this->services->summary($record));
            }
        }
        $count = \count($open);
        if ($count === 0) {
            throw new Failure('No enquiry that waits or has failed matches.');
        }
        Output::confirm($io, 'Dismiss ' . QueueNumbers::inWords($count) . '? Nobody else gets them.', $force);
        $dismissed = $this->services->repository()->dismissEach($open);
        $io->writeln('Dismissed ' . QueueNumbers::inWords($dismissed) . '.');

        return $dismissed === 0 ? Command::FAILURE : Command::SUCCESS;
    }
}
