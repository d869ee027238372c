<?php

declare(strict_types=1);

namespace Enquiry\Operations\Console;

use Enquiry\Configuration\Configuration;
use Enquiry\Delivery\QueueStatus;
use Enquiry\Operations\Doctor\Doctor;
use Enquiry\Operations\Doctor\Finding;
use Enquiry\Operations\Doctor\Internet;
use Enquiry\Shared\SystemClock;
use Psr\Clock\ClockInterface;
use Random\Randomizer;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Formatter\OutputFormatter;
use Symfony\Component\Console\Output\OutputInterface;

/** Prints what the doctor finds, as it finds it; ends with an error where there is a problem. */
#[AsCommand(name: 'doctor', description: 'Looks the installation over and says how to mend what is wrong.', help: 'It looks at the configuration, PHP, permissions, the log, the live site, the mail server, DNS and the queue, and changes nothing but for a line in the log. Run it after every change of the hosting, as the user that PHP runs as.')]
final readonly class DoctorCommand
{
    /**
     * @param string                                $server the folder that holds vendor and public
     * @param ?\Closure(Configuration): QueueStatus $queue
     */
    public function __construct(
        private string $server,
        private ?\Closure $queue = null,
        private ClockInterface $clock = new SystemClock(),
        private Randomizer $randomizer = new Randomizer(),
        private Internet $internet = new Internet(),
    ) {}

    public function __invoke(
        OutputInterface $output,
        #[Option('Mail a test message to MAIL_TO as well.')]
        bool $send = false,
    ): int {
        $doctor = Doctor::of($this->server, $this->queue, $this->clock, $this->randomizer, $this->internet, $send);
        $counts = [Finding::OK => 0, Finding::WARNING => 0, Finding::PROBLEM => 0];
        foreach ($doctor->findings() as $finding) {
            ++$counts[$finding->level];
            self::print($finding, $output);
        }
        $output->writeln(['', self::summary($counts[Finding::PROBLEM], $counts[Finding::WARNING])]);

        return $counts[Finding::PROBLEM] === 0 ? Command::SUCCESS : Command::FAILURE;
    }

    private static function print(Finding $finding, OutputInterface $output): void
    {
        $style = match ($finding->level) {
            Finding::OK => 'info',
            Finding::WARNING => 'comment',
            Finding::PROBLEM => 'error',
        };
        $mark = str_pad("<{$style}>{$finding->level}</>", \strlen("<{$style}></>problem"));
        $output->writeln("{$mark}  " . OutputFormatter::escape($finding->what));
        if ($finding->fix !== '') {
            $output->writeln('         → ' . OutputFormatter::escape($finding->fix));
        }
    }

    private static function summary(int $problems, int $warnings): string
    {
        return $problems + $warnings === 0 ? 'All is well.' : "Problems: {$problems}. Warnings: {$warnings}.";
    }
}
