<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Configuration\Configuration;
use Enquiry\Doctor\Check;
use Enquiry\Doctor\Dns;
use Enquiry\Doctor\Doctor;
use Enquiry\Doctor\Finding;
use Enquiry\Doctor\HttpWeb;
use Enquiry\Doctor\SystemDns;
use Enquiry\Doctor\TestMessage;
use Enquiry\Doctor\Verdict;
use Enquiry\Doctor\Web;
use Enquiry\Domain\SystemClock;
use Enquiry\Mail\SmtpMailer;
use Enquiry\Outbox\QueueStatus;
use Psr\Clock\ClockInterface;
use Random\Randomizer;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Formatter\OutputFormatter;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;

/** Prints what the doctor finds, as it finds it; ends with an error where there is a problem. */
#[AsCommand('doctor', 'Looks the installation over and says how to mend what is wrong.')]
final class DoctorCommand extends Command
{
    /**
     * @param string                               $server the folder that holds vendor and public
     * @param ?\Closure(Configuration): QueueStatus     $queue
     */
    public function __construct(
        private readonly string $server,
        private readonly ?\Closure $queue = null,
        private readonly ClockInterface $clock = new SystemClock(),
        private readonly Randomizer $randomizer = new Randomizer(),
        private readonly Web $web = new HttpWeb(),
        private readonly Dns $dns = new SystemDns(),
    ) {
        parent::__construct();
    }

    protected function configure(): void
    {
        $this->addOption('send', null, InputOption::VALUE_NONE, 'Mail a test message to MAIL_TO as well.');
        $this->setHelp('It looks at the configuration, PHP, permissions, the log, the live site, the mail server, DNS and the queue, and changes nothing but for a line in the log. Run it after every change of the hosting, as the user that PHP runs as.');
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $more = $input->getOption('send') === true ? $this->testMessage(...) : static fn(): array => [];
        $doctor = Doctor::of($this->server, $this->queue, $this->clock, $this->randomizer, $this->web, $this->dns, $more);
        $counts = ['ok' => 0, 'warning' => 0, 'problem' => 0];
        foreach ($doctor->findings() as $finding) {
            ++$counts[$finding->verdict->value];
            self::print($finding, $output);
        }
        $output->writeln(['', self::summary($counts['problem'], $counts['warning'])]);

        return $counts['problem'] === 0 ? Command::SUCCESS : Command::FAILURE;
    }

    /** @return list<Check> */
    private function testMessage(Configuration $configuration, SmtpMailer $mailer): array
    {
        return [new TestMessage($configuration->route(), $mailer, $this->clock, $this->randomizer)];
    }

    private static function print(Finding $finding, OutputInterface $output): void
    {
        $style = match ($finding->verdict) {
            Verdict::Ok => 'info',
            Verdict::Warning => 'comment',
            Verdict::Problem => 'error',
        };
        $mark = str_pad("<{$style}>{$finding->verdict->value}</>", \strlen("<{$style}></>problem"));
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
