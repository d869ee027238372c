<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\Installation;
use Enquiry\Configuration\InvalidConfiguration;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Doctor\Doctor;
use Enquiry\Operations\Checkup;
use Enquiry\Parts;
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
    /** What `help COMMAND` explains beside the description and the options, by the name of the command. */
    private const HELP = [
        'work' => <<<'TEXT'
            For cron: <info>* * * * * php server/console work</info>
            Once a day it also makes a backup, and deletes what is older than the privacy notice says. While there is a
            problem, each run exits with 1, and one in six hours prints what is wrong. With -v each run does.

            An email that the mail server did not answer may arrive twice after <info>work --now</info>.
            TEXT,
        'list' => <<<'TEXT'
            Suspected spam has a <info>!</info>. With a state, the list names the recipients who lack it, and why.
             - waiting: at least one recipient, or the webhook, still gets it
             - sent: all recipients and the webhook accepted it
             - failed: one was given up. <info>retry</info> queues it again, <info>dismiss</info> ends the alarm
             - dismissed: nobody else gets it
            An enquiry that waits for one recipient and has failed for another is in both lists.
            TEXT,
        'retry' => <<<'TEXT'
            A failed or dismissed enquiry is delivered to the recipients and the webhook that do not have it. A sent
            one, which bounced or was lost, is mailed again, and that mail says so. It then also goes to recipients
            who were added to the settings since. The command shows who gets what, and asks.

            For a full mailbox: <info>retry --since=2026-10-05 --until=2026-10-07 --to=zoe@example.co.za</info>
            Dismissed enquiries need their reference.
            TEXT,
        'dismiss' => <<<'TEXT'
            <info>dismiss --flagged --since=2026-10-05</info> dismisses the rest of a flood of spam. <info>retry</info>
            mails a dismissed enquiry.
            TEXT,
        'export' => <<<'TEXT'
            For a spreadsheet: <info>export --csv --since=2026-10-01 > october.csv</info>
            Excel opens it in South Africa, where the list separator is a semicolon. For a computer set to the USA or
            the United Kingdom, add <info>--separator=,</info>. An apostrophe stands before text that a spreadsheet
            would run as a formula.
            TEXT,
        'erase' => <<<'TEXT'
            It does not delete:
             - enquiries of others that name the person. <info>list --search</info> finds them
             - backups. Those in DATA_DIR are deleted when they are old. After you restored one, erase again
             - sent mail: the mailboxes of the sales team, the queue of the mail server
             - the logs, archived logs and replicas of a database server
            TEXT,
        'restore' => <<<'TEXT'
            Adds the enquiries that the configured database lacks. It changes nothing else, and can run again. It makes
            the SQLite database if that is missing or empty. A damaged one must be renamed first.

            What was waiting when the backup was made is delivered, even if it was already delivered since. What is
            older than the privacy notice says is deleted again at night. Erase again whom you erased since.
            TEXT,
    ];

    /** @var list<string> the names of the commands, without those of Symfony */
    public readonly array $names;

    /** @param \Closure(): Configuration $load is called on demand: help must work without a configuration */
    public function __construct(
        \Closure $load,
        Installation $installation,
        Clock $clock = new Clock(),
        Terminal $terminal = new Terminal(),
    ) {
        parent::__construct('Enquiries of the website');
        $context = new CommandContext($load, $clock, $terminal);
        $enquiries = new EnquiryCommands($context);
        $data = new DataCommands($context);
        $checkup = static fn(Configuration $configuration): Checkup
            => (new Parts($configuration, $clock))->checkup();
        $doctor = static fn(): Doctor => new Doctor($installation, $checkup, clock: $clock);
        $system = new SystemCommands($context, $installation, $doctor);
        $commands = [
            'doctor' => [$system->doctor(...), 'Checks the installation and says how to fix what is wrong'],
            'setup' => [$system->setup(...), 'Creates the data folder and the tables, and tests them'],
            'work' => [$system->work(...), 'Delivers the waiting enquiries'],
            'status' => [$system->status(...), 'Shows the state of the queue'],
            'list' => [$enquiries->list(...), 'Lists enquiries, newest first'],
            'show' => [$enquiries->show(...), 'Shows one enquiry, and who has it'],
            'retry' => [$enquiries->retry(...), 'Mails an enquiry again'],
            'dismiss' => [$enquiries->dismiss(...), 'Ends the delivery of enquiries that wait or have failed'],
            'export' => [$data->export(...), 'Prints the enquiries of a person as JSON, or all for a spreadsheet'],
            'erase' => [$data->erase(...), 'Deletes the enquiries of a person'],
            'backup' => [$data->backup(...), 'Copies all enquiries into one file'],
            'restore' => [$data->restore(...), 'Restores the enquiries of a backup'],
        ];
        $this->names = array_keys($commands);
        foreach ($commands as $name => [$code, $description]) {
            $command = new Command($name);
            $this->addCommand($command->setCode($code)->setDescription($description)->setHelp(self::HELP[$name] ?? ''));
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
