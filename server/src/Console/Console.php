<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Application;
use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\Installation;
use Enquiry\Configuration\InvalidConfiguration;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Doctor\Doctor;
use Enquiry\Queue\Checkup;
use Enquiry\Shared\Clock;
use Symfony\Component\Console\Application as SymfonyConsole;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Command\ListCommand;
use Symfony\Component\Console\Exception\ExceptionInterface;
use Symfony\Component\Console\Formatter\OutputFormatter;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\Style\SymfonyStyle;

/** The operator's commands: php server/console. */
final class Console extends SymfonyConsole
{
    /** @param \Closure(): Configuration $load is called on demand: help must work without a configuration */
    public function __construct(\Closure $load, Installation $installation, Clock $clock = new Clock())
    {
        parent::__construct('Enquiries of the website');
        $services = new Services($load, $clock);
        $enquiries = new EnquiryCommands($services);
        $data = new DataCommands($services);
        $checkup = static fn(Configuration $configuration): Checkup
            => (new Application($configuration, $clock))->checkup();
        $doctor = static fn(): Doctor => new Doctor($installation, $checkup, clock: $clock);
        $system = new SystemCommands($services, $installation, $doctor);
        $commands = [
            'doctor' => [$system->doctor(...), 'Checks the installation and says how to fix what is wrong'],
            'setup' => [$system->setup(...), 'Creates the data folder and the tables, and tests them'],
            'work' => [$system->work(...), 'Delivers the waiting enquiries'],
            'status' => [$system->status(...), 'Shows the state of the queue'],
            'list' => [$enquiries->list(...), 'Lists enquiries, newest first'],
            'show' => [$enquiries->show(...), 'Shows one enquiry, and who has it'],
            'retry' => [$enquiries->retry(...), 'Mails an enquiry again'],
            'dismiss' => [$enquiries->dismiss(...), 'Closes enquiries that wait or have failed, without mailing them'],
            'export' => [$data->export(...), 'Prints the enquiries of a person as JSON, or all for a spreadsheet'],
            'erase' => [$data->erase(...), 'Deletes the enquiries of a person'],
            'backup' => [$data->backup(...), 'Copies all enquiries into one file'],
            'restore' => [$data->restore(...), 'Restores the enquiries of a backup'],
        ];
        foreach ($commands as $name => [$code, $description]) {
            $command = new Command($name);
            $this->addCommand($command->setCode($code)->setDescription($description)->setHelp(Help::OF[$name] ?? ''));
        }
        // Symfony's own list, whose name is taken.
        $this->addCommand((new ListCommand())->setName('commands'));
        $this->setDefaultCommand('commands');
    }

    /** These failures say what to do, so an operator does not need the place in the code. */
    public function doRun(InputInterface $input, OutputInterface $output): int
    {
        try {
            return parent::doRun($input, $output);
        } catch (ExceptionInterface|\InvalidArgumentException $failure) {
            $code = Command::INVALID;
        } catch (Failure|StoreUnavailable|InvalidConfiguration $failure) {
            $code = Command::FAILURE;
        }
        $message = '<error>' . OutputFormatter::escape($failure->getMessage()) . '</error>';
        (new SymfonyStyle($input, $output))->getErrorStyle()->writeln($message, OutputInterface::VERBOSITY_QUIET);

        return $code;
    }
}
