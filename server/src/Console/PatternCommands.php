<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Database\State;
use Enquiry\Enquiry\Pattern;
use Enquiry\Queue\StoredEnquiry;
use Symfony\Component\Console\Attribute\Argument;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\Style\SymfonyStyle;

/** Exports, marks, dismisses and deletes the enquiries that match a pattern. */
final readonly class PatternCommands
{
    private const TARGET = 'A reference, or a pattern such as zoe@b.co, @b.co, 203.0.113.0/24 or \'"a text"\'';

    private const FORCE = 'Do not ask for confirmation';

    /** How many of the matching enquiries a command lists before it asks. */
    private const SHOWN = 5;

    private const PATTERN_HELP = <<<'TEXT'

        A pattern is one of these:
         - an email address: <info>zoe@b.co</info>
         - a domain with its subdomains, of the sender's email address: <info>@b.co</info> or <info>b.co</info>
         - a network: <info>203.0.113.0/24</info>, <info>2001:db8::/48</info>, or an address of it. Only these parts of addresses are stored
         - any other text, in any case, in any other field: <info>"win a prize"</info>, <info>"082 123 4567"</info>
        The shell removes quotation marks. A text that looks like a domain needs two kinds: <info>'"b.co"'</info>

        TEXT;

    private const ASKS = "\nThe command shows what matches, and asks before it changes anything.";

    private const SPAM_HELP = <<<'TEXT'
        Marks the matching enquiries as suspected, so that their mail begins with a warning, and adds the pattern to
        suspects.txt in DATA_DIR, so that later enquiries are marked too. It stops no mail and deletes nothing.
        To mark no more, delete the line in suspects.txt. Several machines have a list each.

        TEXT . self::PATTERN_HELP . self::ASKS;

    private const DISMISS_HELP = <<<'TEXT'
        Closes matching enquiries that wait or have failed. They are not mailed, and are deleted when they are old.
        An enquiry that is being mailed at this moment is skipped. <info>retry REFERENCE</info> mails a closed one.
        <info>dismiss REFERENCE</info> closes one enquiry, for example after somebody has answered by phone. It ends the alarm.

        TEXT . self::PATTERN_HELP . self::ASKS;

    private const ERASE_HELP = <<<'TEXT'
        Deletes the enquiries from the database and its files, delivered or not.

        It cannot delete:
         - sent mail: the mailboxes of the sales team, the queue of the mail server
         - backups: restore leaves out whom you erased. <info>backup --only</info> replaces those in DATA_DIR/backups
         - the logs, archived logs and replicas of a database server
         - lines of the log, which have the reference only: they are deleted after five weeks

        TEXT . self::PATTERN_HELP . self::ASKS;

    public function __construct(private Services $services) {}

    /** @return list<Command> */
    public function commands(): array
    {
        return [
            (new Command('spam'))
                ->setDescription('Marks matching enquiries as suspected, now and later')
                ->setHelp(self::SPAM_HELP)
                ->setCode($this->spam(...)),
            (new Command('dismiss'))
                ->setDescription('Closes enquiries that wait or have failed, without mailing them')
                ->setHelp(self::DISMISS_HELP)
                ->setCode($this->dismiss(...)),
            (new Command('export'))
                ->setDescription('Prints matching enquiries as JSON, or enquiries for a spreadsheet')
                ->setHelp(
                    "A pattern is for a person who asks what is stored about them. For a spreadsheet:\n"
                        . "<info>export --csv --since=2026-10-01 --until=2026-10-31 --file=october.csv</info>\n"
                        . self::PATTERN_HELP,
                )
                ->setCode($this->export(...)),
            (new Command('erase'))
                ->setDescription('Deletes all enquiries from an email address, or matching ones')
                ->setHelp(self::ERASE_HELP)
                ->setCode($this->erase(...)),
        ];
    }

    public function spam(
        SymfonyStyle $io,
        #[Argument('Such as zoe@b.co, @b.co, 203.0.113.0/24 or \'"a text"\'')]
        string $pattern,
        #[Option(Services::SINCE . '. Later enquiries are marked in any case')]
        string $since = '',
        #[Option(self::FORCE)]
        bool $force = false,
    ): int {
        $wanted = Pattern::parse($pattern);
        $question = 'Matching enquiries: %d. Mark them, and later ones?';
        $found = $this->chosen($io, $wanted, $since, $question, $force);
        if ($found === null) {
            return Command::FAILURE;
        }
        $suspects = $this->services->suspects();
        $suspects->add($wanted);
        $io->writeln("Marked: {$this->services->repository()->markEach($found, $wanted->reason())}");
        $io->writeln(Services::line("{$wanted} is now in {$suspects->file}"));

        return Command::SUCCESS;
    }

    public function dismiss(
        SymfonyStyle $io,
        #[Argument(self::TARGET)]
        string $pattern,
        #[Option(Services::SINCE)]
        string $since = '',
        #[Option(self::FORCE)]
        bool $force = false,
    ): int {
        $found = $this->chosen(
            $io,
            $this->target($pattern),
            $since,
            'Do not mail those that wait or have failed: %d?',
            $force,
            [State::Waiting->value, State::Failed->value],
        );
        if ($found === null) {
            return Command::FAILURE;
        }
        if ($found === []) {
            $io->error('No enquiry that waits or has failed matches.');

            return Command::FAILURE;
        }
        $dismissed = $this->services->repository()->dismissEach($found, $this->services->now());
        $io->writeln("Dismissed: {$dismissed}");
        if ($dismissed < \count($found)) {
            $io->writeln('Others are being mailed now. Run the command again in some minutes.');
        }

        return $dismissed === 0 ? Command::FAILURE : Command::SUCCESS;
    }

    public function export(
        SymfonyStyle $io,
        #[Argument(self::TARGET)]
        string $pattern = '',
        #[Option(Services::SINCE)]
        string $since = '',
        #[Option('Only those received before then. A date without a time includes that day')]
        string $until = '',
        #[Option('All enquiries as CSV')]
        bool $csv = false,
        #[Option('With --csv: write this file, which only its owner can read')]
        string $file = '',
        #[Option('Replace the file')]
        bool $force = false,
    ): int {
        if (($pattern !== '') === $csv || (!$csv && "{$until}{$file}" !== '')) {
            $io->getErrorStyle()->error('Name either a pattern or --csv. --until and --file need --csv.');

            return Command::INVALID;
        }
        if ($csv) {
            $records = $this->services->repository()->newest(
                null,
                $this->services->since($since),
                $this->services->until($until),
            );

            return (new CsvExport($this->services))->write($io, $records, $file, $force);
        }
        $wanted = $this->target($pattern);
        $this->sayIfListed($io->getErrorStyle(), $wanted);
        $records = [...$this->matching($wanted, $this->services->since($since))];
        if ($records === []) {
            $io->getErrorStyle()->error('No enquiry matches.');

            return Command::FAILURE;
        }
        $logged = $this->services->logged(array_column($records, 'reference'));
        $io->writeln(
            Services::json(array_map(
                static fn(StoredEnquiry $record): array => $record->jsonSerialize()
                    + ['log' => $logged[$record->reference] ?? []],
                array_reverse($records),
            )),
            OutputInterface::OUTPUT_RAW,
        );

        return Command::SUCCESS;
    }

    public function erase(
        SymfonyStyle $io,
        #[Argument(self::TARGET)]
        string $pattern,
        #[Option(Services::SINCE)]
        string $since = '',
        #[Option(self::FORCE)]
        bool $force = false,
    ): int {
        $wanted = $this->target($pattern);
        $found = $this->chosen(
            $io,
            $wanted,
            $since,
            'Delete permanently: %d?',
            $force,
            array_column(State::cases(), 'value'),
        );
        if ($found === null) {
            return Command::FAILURE;
        }
        $email = $wanted instanceof Pattern && $since === '' ? $wanted->email() : null;
        // Also if nothing matches: a backup may have what was purged.
        $this->services->erasures()->remember($email === null ? $found : [$email], $this->services->now());
        $found === []
            ? $io->error('No enquiry matches.')
            : $io->writeln("Deleted: {$this->services->repository()->erase($found)}");
        $this->sayIfListed($io, $wanted);
        $io->writeln('Backups may have more. backup --only makes a new backup and deletes the others.');

        return $found === [] ? Command::FAILURE : Command::SUCCESS;
    }

    private function sayIfListed(SymfonyStyle $io, Pattern|StoredEnquiry $wanted): void
    {
        $suspects = $this->services->suspects();
        $lines = $wanted instanceof Pattern ? $suspects->linesWith($wanted) : [];
        if ($lines !== []) {
            $io->writeln(
                Services::line("{$suspects->file} has {$wanted}. Edit the file. Lines: ")
                    . implode(', ', $lines),
            );
        }
    }

    /** The enquiry with this reference, or a pattern. A text may look like a reference. */
    private function target(string $typed): Pattern|StoredEnquiry
    {
        try {
            $record = $this->services->find($typed);
        } catch (\InvalidArgumentException) {
            $record = null;
        }

        return $record ?? Pattern::parse($typed);
    }

    /**
     * Shows what matches, and asks about the enquiries in these states, if there are any.
     * @param string       $question with %d for their number
     * @param list<string> $states   empty: asks in any case about all
     * @return ?list<string> their references; null if the answer is no
     */
    private function chosen(
        SymfonyStyle $io,
        Pattern|StoredEnquiry $wanted,
        string $since,
        string $question,
        bool $force,
        array $states = [],
    ): ?array {
        $from = $this->services->since($since);
        $period = $from === 0 ? '' : ", received since {$this->services->format($from)}";
        $io->writeln(
            Services::line(
                'Matches ' . ($wanted instanceof Pattern ? $wanted->inWords() : 'the reference') . "{$period}:",
            ),
        );
        $found = [];
        foreach ($this->matching($wanted, $from) as $record) {
            $found[$record->reference] = $record->state;
            $io->writeln(\count($found) > self::SHOWN ? [] : $this->services->summary($record));
        }
        $io->writeln(\count($found) > self::SHOWN ? '…' : []);
        foreach (array_count_values($found) as $state => $count) {
            $io->writeln("{$state}: {$count}");
        }
        $chosen = array_keys($states === [] ? $found : array_intersect($found, $states));
        if (
            !$force
            && ($chosen !== [] || $states === [])
            && !$io->confirm(Services::line(\sprintf($question, \count($chosen))), false)
        ) {
            $io->writeln('Nothing was changed.');

            return null;
        }

        return $chosen;
    }

    /** @return iterable<StoredEnquiry> newest first */
    private function matching(Pattern|StoredEnquiry $wanted, int $receivedSince): iterable
    {
        if ($wanted instanceof StoredEnquiry) {
            yield $wanted;

            return;
        }
        foreach ($this->services->repository()->newest(receivedSince: $receivedSince) as $record) {
            if ($wanted->matches($record->email, $record->network, $record->text())) {
                yield $record;
            }
        }
    }
}
