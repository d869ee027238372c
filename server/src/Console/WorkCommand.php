<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Style\SymfonyStyle;

#[AsCommand(name: 'work', description: 'Delivers what is due', help: 'Without an option it runs until it is told to stop (SIGTERM, SIGINT), for a supervisor such as systemd. With <info>--once</info> it ends when nothing is due or after 50 seconds, for cron: <info>* * * * * php server/console work --once</info>')]
final readonly class WorkCommand
{
    public function __construct(private Services $services) {}

    public function __invoke(
        SymfonyStyle $io,
        #[Option('Ends when nothing is due, or after 50 seconds')]
        bool $once = false,
    ): int {
        // It brings the tables up to date, which no visitor shall wait for.
        $this->services->database();
        $worker = $this->services->worker();
        // Without pcntl a signal ends PHP at once; the lease sees to the mail in hand.
        if (\function_exists('pcntl_async_signals') && \function_exists('pcntl_signal')) {
            pcntl_async_signals(true);
            foreach ([\SIGTERM, \SIGINT] as $signal) {
                pcntl_signal($signal, static fn() => $worker->stop());
            }
        }
        if (!$once) {
            $io->writeln('Delivering what is due.');
            $worker->run();

            return Command::SUCCESS;
        }
        $sent = $worker->runOnce(50);
        if ($sent > 0 || $io->isVerbose()) {
            $io->writeln("Mailed: {$sent}");
        }

        return Command::SUCCESS;
    }
}
