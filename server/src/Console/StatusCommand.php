<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Storage\StoreUnavailable;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Style\SymfonyStyle;

#[AsCommand(name: 'status', description: 'Says how the queue is doing', help: 'Ends with 1 where somebody should look: no enquiry can be taken or one was just refused, the oldest that waits is older than ALERT_AFTER_MINUTES, one has failed, the clock has gone back, or the store cannot be read.')]
final readonly class StatusCommand
{
    public function __construct(private Services $services) {}

    public function __invoke(
        SymfonyStyle $io,
        #[Option('As one JSON object, for programs')]
        bool $json = false,
    ): int {
        $now = $this->services->now();
        try {
            $status = $this->services->healthCheck()->report();
        } catch (StoreUnavailable $failure) {
            $json ? $io->writeln(json_encode(['reasons' => [$failure->getMessage()]], \JSON_THROW_ON_ERROR)) : $io->warning($failure->getMessage());

            return Command::FAILURE;
        }
        $reasons = $status->reasons(60 * $this->services->queue()->alertAfterMinutes);
        if ($json) {
            $io->writeln(json_encode($status->toArray() + ['reasons' => $reasons], \JSON_THROW_ON_ERROR));
        } else {
            $ago = fn(?int $seconds): string => $seconds === null ? '–' : $this->services->format($now - $seconds);
            $io->table([], [
                ['Waiting', $status->waiting],
                ['Due now', $status->due],
                ['Oldest waiting since', $ago($status->oldestSeconds)],
                ['Failed', $status->failed],
                ['Sent today', $status->sentToday],
                ['A worker last ran', $ago($status->workerSeenSecondsAgo)],
                ...($status->clockSteppedSecondsAgo === null ? [] : [['The clock last went back', "{$ago($status->clockSteppedSecondsAgo)}, by {$status->clockSteppedBySeconds} s"]]),
            ]);
            if ($status->lastError !== null) {
                $io->text('Last refused with: ' . Services::line($status->lastError));
            }
            array_map($io->warning(...), $reasons);
        }

        return $reasons === [] ? Command::SUCCESS : Command::FAILURE;
    }
}
