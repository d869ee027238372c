<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Configuration\Installation;
use Enquiry\Configuration\InvalidConfiguration;
use Enquiry\Database\DataFolder;
use Enquiry\Database\Meta;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Doctor\Doctor;
use Enquiry\Operations\Checkup;
use Enquiry\Operations\Finding;
use Enquiry\Operations\Told;
use Symfony\Component\Console\Attribute\Option;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Formatter\OutputFormatter;
use Symfony\Component\Console\Style\SymfonyStyle;

/** Sets up and checks the installation, delivers and shows the queue. */
final readonly class SystemCommands
{
    private const STYLES = [Finding::OK => 'info', Finding::WARNING => 'comment', Finding::PROBLEM => 'error'];

    /** No delivery starts later. */
    private const WORK_SECONDS = 50;

    /** @param \Closure(): Doctor $makeDoctor */
    public function __construct(
        private CommandContext $context,
        private Installation $installation,
        private \Closure $makeDoctor,
    ) {}

    public function setup(
        SymfonyStyle $io,
        #[Option('Makes an empty database in place of one that is lost')]
        bool $new = false,
    ): int {
        $file = $this->installation->environment();
        $configuration = $this->context->configuration();
        $folder = $configuration->folder();
        $folder->make();
        if ($configuration->databaseUrl === null && $configuration->dataId === '') {
            self::rememberFolder($io, $folder, $file);
        }
        $database = $this->context->database();
        $new ? $database->makeIfMissing() : $database->prepare();
        // Tries to write, because a full or read-only disk can still be read.
        Meta::set($database, 'set_up_at', $this->context->clock->time());
        $io->success("Data folder {$folder->path} and database {$database->name()} are ready. doctor checks the rest.");
        if (fileowner($folder->path) === 0) {
            $io->note("If PHP runs as another user, such as www-data: chown -R www-data {$folder->path} {$file}");
        }

        return Command::SUCCESS;
    }

    /** So that the folder is missed if its disk is not mounted. Appending cannot cut .env short. */
    private static function rememberFolder(SymfonyStyle $io, DataFolder $folder, string $file): void
    {
        $line = "DATA_ID={$folder->id()}";
        // A DATA_DIR of this process alone is not the web server's.
        if (getenv('DATA_DIR') !== false || !is_file($file) || !DataFolder::write($file, "\n{$line}\n", 'a')) {
            $io->note("Add this line to .env, so that a data folder whose disk is not mounted is refused: {$line}");
        }
    }

    public function work(
        SymfonyStyle $io,
        #[Option('Mail everything that waits, whenever it is due, and show the status')]
        bool $now = false,
    ): int {
        return $now ? $this->workNow($io) : $this->workForCron($io);
    }

    private function workNow(SymfonyStyle $io): int
    {
        $parts = $this->context->application()->parts;
        $parts->loginPause()->end();
        $this->context->queue()->makeDue($this->context->clock->time());
        $io->writeln("Mailed: {$parts->worker()->run(self::WORK_SECONDS)[0]}");

        return $this->status($io);
    }

    private function workForCron(SymfonyStyle $io): int
    {
        $folder = new DataFolder($this->installation->data());
        try {
            $application = $this->context->application();
            $folder = $this->context->configuration()->folder();
            [$mailed, $findings] = $application->runWorker(self::WORK_SECONDS);
            $io->writeln($io->isVerbose() ? "Mailed: {$mailed}" : []);
        } catch (InvalidConfiguration $invalid) {
            $findings = Checkup::ofSettings($invalid->errors, 'Correct it in .env on the host.');
        }
        $told = new Told($folder, Told::CRON, $this->context->clock);
        $told->tell($findings, static function (array $news) use ($io): true {
            $lines = $news === [] ? ['The website works again.'] : Output::attention($news);
            $io->getErrorStyle()->writeln(array_map(Output::line(...), $lines));

            return true;
        });

        return Finding::sorted($findings)[Finding::PROBLEM] === [] ? Command::SUCCESS : Command::FAILURE;
    }

    public function status(
        SymfonyStyle $io,
        #[Option('Print one JSON object, for programs')]
        bool $json = false,
    ): int {
        $checkup = $this->context->application()->parts->checkup();
        $sorted = Finding::sorted($checkup->findings());
        try {
            $numbers = $checkup->numbers();
        } catch (StoreUnavailable) {
            // A finding says it.
            $numbers = null;
        }
        if ($json) {
            Output::printJson($io, [
                ...$numbers?->jsonSerialize() ?? [],
                'problems' => $sorted[Finding::PROBLEM],
                'warnings' => $sorted[Finding::WARNING],
            ]);
        } else {
            $table = $numbers?->table() ?? [];
            $io->table([], array_map(null, array_keys($table), $table));
            foreach ([...$sorted[Finding::PROBLEM], ...$sorted[Finding::WARNING]] as $finding) {
                $finding->level === Finding::PROBLEM ? $io->error((string) $finding) : $io->warning((string) $finding);
            }
            $io->writeln($sorted[Finding::PROBLEM] === [] ? '<info>No problems found.</info>' : []);
        }

        return $sorted[Finding::PROBLEM] === [] ? Command::SUCCESS : Command::FAILURE;
    }

    public function doctor(
        SymfonyStyle $io,
        #[Option('Mail a test message to MAIL_TO as well.')]
        bool $send = false,
    ): int {
        $doctor = ($this->makeDoctor)();
        $io->writeln('The settings as they were read; of a secret only its length. The others have their defaults.');
        foreach ($doctor->settings->asRead() as $key => $value) {
            $io->writeln('  ' . str_pad($key, 24) . '  ' . OutputFormatter::escape($value));
        }
        $io->newLine();
        $problems = 0;
        foreach ($doctor->findings($send) as $finding) {
            $problems += (int) ($finding->level === Finding::PROBLEM);
            $level = \sprintf('<%s>%-7s</>', self::STYLES[$finding->level], $finding->level);
            $io->writeln("{$level}  " . OutputFormatter::escape($finding->what));
            $io->writeln($finding->fix === '' ? [] : '         → ' . OutputFormatter::escape($finding->fix));
        }
        $io->writeln(['', $problems === 0 ? 'No problems found.' : "Problems: {$problems}."]);

        return $problems === 0 ? Command::SUCCESS : Command::FAILURE;
    }
}
