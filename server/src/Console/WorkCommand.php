<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Configuration\InvalidConfiguration;
use Enquiry\Outbox\Worker;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Style\SymfonyStyle;

#[AsCommand(name: 'work', description: 'Delivers what is due', help: 'Without an option it runs until it is told to stop (SIGTERM, SIGINT), for a supervisor such as systemd, reads .env anew when that has changed, and ends when another release was uploaded. With <info>--once</info> it ends when nothing is due or after 50 seconds, for cron: <info>* * * * * php server/console work --once</info>')]
final readonly class WorkCommand
{
    /** @param string $root the folder of .env, which holds the server folder */
    public function __construct(private Services $services, private string $root) {}

    public function __invoke(
        SymfonyStyle $io,
        #[Option('Ends when nothing is due, or after 50 seconds')]
        bool $once = false,
    ): int {
        if (!$once) {
            $this->workOn($io);

            return Command::SUCCESS;
        }
        $sent = $this->worker()->runOnce(50);
        if ($sent > 0 || $io->isVerbose()) {
            $io->writeln("Mailed: {$sent}");
        }

        return Command::SUCCESS;
    }

    /** An operator mends what is in .env, or uploads a release, and expects that to count. */
    private function workOn(SymfonyStyle $io): void
    {
        $settings = $this->stampOf('.env');
        $release = $this->stampOf('server/vendor/autoload.php');
        $isStopped = false;
        $io->writeln('Delivering what is due.');
        do {
            $this->worker($isStopped)->run(fn(): bool => $settings !== $this->stampOf('.env') || $release !== $this->stampOf('server/vendor/autoload.php'));
            if ($release !== $this->stampOf('server/vendor/autoload.php')) {
                $io->writeln('Another release was uploaded: this process ends, and its supervisor starts it anew.');

                return;
            }
            if ($settings !== $this->stampOf('.env')) {
                $settings = $this->stampOf('.env');
                try {
                    $this->services->reload();
                    $io->writeln('.env has changed and was read again.');
                } catch (InvalidConfiguration $invalid) {
                    $io->error(".env has changed and is not used. {$invalid->getMessage()}");
                }
            }
        } while (!$isStopped);
    }

    private function worker(bool &$isStopped = false): Worker
    {
        // It brings the tables up to date, which no visitor shall wait for.
        $this->services->database();
        $worker = $this->services->worker();
        // Without pcntl a signal ends PHP at once; the lease sees to the mail in hand.
        if (\function_exists('pcntl_async_signals') && \function_exists('pcntl_signal')) {
            pcntl_async_signals(true);
            foreach ([\SIGTERM, \SIGINT] as $signal) {
                pcntl_signal($signal, static function () use ($worker, &$isStopped): void {
                    $isStopped = true;
                    $worker->stop();
                });
            }
        }

        return $worker;
    }

    /** Another one where the file was written, replaced, made or removed. */
    private function stampOf(string $file): string
    {
        clearstatcache();
        $stat = @stat("{$this->root}/{$file}");

        return $stat === false ? '' : "{$stat['ino']} {$stat['size']} {$stat['mtime']}";
    }
}
