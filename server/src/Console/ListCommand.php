<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Outbox\State;
use Symfony\Component\Console\Attribute\Argument;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Style\SymfonyStyle;

#[AsCommand(name: 'list', description: 'Lists the enquiries, the newest first', help: '<info>list</info>, <info>list failed</info>, <info>list --page=2</info>. What waits is delivered by itself, sent is what all recipients\' mail servers have taken, closed is what had failed and was dismissed. <info>failed:show REFERENCE</info> shows all of one, in any state.')]
final readonly class ListCommand
{
    private const AT_ONCE = 20;

    /** In columns, so that a line fits a terminal of 80. */
    private const SUBJECT = 38;

    public function __construct(private Services $services) {}

    public function __invoke(
        SymfonyStyle $io,
        #[Argument('Only these: waiting, sent, failed or closed')]
        string $state = '',
        #[Option('Which twenty; 1 are the newest')]
        string $page = '1',
    ): int {
        $only = State::tryFrom($state);
        $number = filter_var($page, \FILTER_VALIDATE_INT, ['options' => ['min_range' => 1, 'max_range' => 1_000_000_000]]);
        if (($state !== '' && $only === null) || $number === false) {
            $io->error('Give waiting, sent, failed, closed or nothing, and --page a whole number from 1 on.');

            return Command::INVALID;
        }
        $records = $this->services->repository()->page($only, self::AT_ONCE * ($number - 1), self::AT_ONCE + 1);
        foreach (\array_slice($records, 0, self::AT_ONCE) as $record) {
            $time = mb_substr($this->services->format($record->receivedAt), 0, -5);
            $io->writeln(
                self::column($record->reference, 11) . '  ' . self::column($record->state, 7) . '  ' . self::column($time, 17) . '  '
                . Services::line(mb_strimwidth(Services::plain($record->subject()), 0, self::SUBJECT, '…', 'UTF-8')),
            );
        }
        if ($records === []) {
            $io->writeln($number === 1 ? 'There is none.' : 'There are no more.');
        } elseif (\count($records) > self::AT_ONCE) {
            $io->writeln('There are more: --page=' . ($number + 1));
        }

        return Command::SUCCESS;
    }

    private static function column(string $text, int $width): string
    {
        $plain = mb_strimwidth(Services::plain($text), 0, $width, '…', 'UTF-8');

        return Services::line($plain) . str_repeat(' ', max(0, $width - mb_strwidth($plain, 'UTF-8')));
    }
}
