<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Configuration\Configuration;
use Enquiry\Log\LogFile;
use Monolog\Level;
use Monolog\Logger;
use Random\Randomizer;

/** Writes a line into the log and looks for it, since a log that says nothing looks like one of good days. */
final readonly class LogCheck implements Check
{
    public function __construct(private Configuration $configuration, private Randomizer $randomizer) {}

    public function findings(): iterable
    {
        $log = $this->configuration->logFile;
        $ordinary = $this->configuration->ordinaryLog();
        $give = static fn(string $file): string => 'Give its folder to the user that PHP runs as, as root: chown <user> ' . \dirname($file) . ' (and the file, where there is one).';
        yield match (true) {
            $log === Configuration::STANDARD_ERROR => Finding::warning(
                'The log is standard error, which cannot be looked at from here.',
                'Where php-fpm runs PHP, its pool needs catch_workers_output = yes; if in doubt leave LOG_FILE empty.',
            ),
            file_exists($log) && !is_file($log) && !is_dir($log) => Finding::warning(
                "The log {$log} is a device, which cannot be looked at from here.",
                'If in doubt leave LOG_FILE empty.',
            ),
            $this->isWritten($log) => Finding::ok("The log {$log} can be written."),
            $log !== $ordinary && $this->isWritten($ordinary) => Finding::warning(
                "The log {$log} cannot be written; {$ordinary} is, in its place.",
                $give($log) . ' Or leave LOG_FILE empty.',
            ),
            default => Finding::problem(
                "The log {$log} cannot be written. PHP's own error log gets the lines, but under php-fpm not those about deliveries: they go to syslog, which not every machine has.",
                $give($log) . ' See whether the disk is full.',
            ),
        };
    }

    private function isWritten(string $file): bool
    {
        $token = bin2hex($this->randomizer->getBytes(8));
        try {
            $handler = new LogFile($file, $this->configuration->queue->folder(), Level::Debug);
            (new Logger('enquiry', [$handler]))->info('The doctor sees whether the log can be written.', ['event' => 'doctor', 'token' => $token]);
        } catch (\Throwable) {
            return false;
        }
        $length = max(0, (int) @filesize($file));

        return str_contains((string) @file_get_contents($file, offset: max(0, $length - 65_536)), $token);
    }
}
