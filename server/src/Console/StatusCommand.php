<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Style\SymfonyStyle;

#[AsCommand(name: 'status', description: 'Says how the queue is doing', help: 'Ends with 1 where somebody should look: the oldest waiting enquiry is older than ALERT_AFTER_MINUTES, or one has failed.')]
final readonly class StatusCommand
{
    public function __construct(private Services $services) {}

    public function __invoke(
        SymfonyStyle $io,
        #[Option('As one JSON object, for programs')]
        bool $json = false,
    ): int {
        $now = $this->services->now();
        $status = $this->services->journal()->status($now);
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
            ]);
            if ($status->lastError !== null) {
                $io->text("Last refused with: {$status->lastError}");
            }
            array_map($io->warning(...), $reasons);
        }

        return $reasons === [] ? Command::SUCCESS : Command::FAILURE;
    }
}
