<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Doctor\Doctor;
use Enquiry\Queue\Finding;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Formatter\OutputFormatter;
use Symfony\Component\Console\Style\SymfonyStyle;

/** Prints the settings and the findings. */
final readonly class DoctorCommand
{
    private const STYLES = [Finding::OK => 'info', Finding::WARNING => 'comment', Finding::PROBLEM => 'error'];

    /** @param \Closure(): Doctor $doctor */
    public function __construct(private \Closure $doctor) {}

    public function doctor(
        SymfonyStyle $io,
        #[Option('Mail a test message to MAIL_TO as well.')]
        bool $send = false,
        #[Option('Print one JSON object, for programs')]
        bool $json = false,
    ): int {
        $doctor = ($this->doctor)();
        if ($json) {
            $found = $doctor->toArray($send);
            Terminal::printJson($io, $found);

            return $found['problems'] === [] ? Command::SUCCESS : Command::FAILURE;
        }
        $io->writeln('The settings as they were read, with secrets shortened. The others have their default values.');
        foreach ($doctor->settings->asRead() as $key => $value) {
            $io->writeln('  ' . str_pad($key, 24) . '  ' . OutputFormatter::escape($value));
        }
        $io->newLine();
        $counts = [Finding::OK => 0, Finding::WARNING => 0, Finding::PROBLEM => 0];
        foreach ($doctor->findings($send) as $finding) {
            ++$counts[$finding->level];
            $level = \sprintf('<%s>%s</>', self::STYLES[$finding->level], $finding->level);
            $padding = str_repeat(' ', \strlen('problem') - \strlen($finding->level));
            $io->writeln("{$level}{$padding}  " . OutputFormatter::escape($finding->what));
            $io->writeln($finding->fix === '' ? [] : '         → ' . OutputFormatter::escape($finding->fix));
        }
        [Finding::WARNING => $warnings, Finding::PROBLEM => $problems] = $counts;
        $io->writeln([
            '',
            $problems + $warnings === 0 ? 'All is well.' : "Problems: {$problems}. Warnings: {$warnings}.",
        ]);

        return $problems === 0 ? Command::SUCCESS : Command::FAILURE;
    }
}
