<?php

declare(strict_types=1);

namespace Enquiry\Console;

/** What `help COMMAND` explains, beside the description and the options. */
final class Help
{
    /** By the name of the command. */
    public const OF = [
        'work' => <<<'TEXT'
            For cron: <info>* * * * * php server/console work</info>
            Once a day it also makes a backup, and deletes what is older than the privacy notice says. While there is a
            problem, each run exits with 1, and one in six hours prints what is wrong. With -v each run does.

            <info>work --now</info> mails everything that waits, whenever it is due. An email that the mail server did
            not answer may arrive twice.
            TEXT,
        'list' => <<<'TEXT'
            Suspected spam has a <info>!</info>. With a state, the list names the recipients who lack it, and why.
             - waiting: at least one recipient, or the webhook, still gets it
             - sent: all recipients and the webhook accepted it
             - failed: it was given up. <info>retry</info> queues it again, <info>dismiss</info> ends the alarm
             - closed: it was dismissed
            TEXT,
        'retry' => <<<'TEXT'
            A failed or dismissed enquiry is delivered to the recipients and the webhook that did not get it. A sent
            one, which bounced or was lost, is mailed to all. The new mail says that it was sent again.
            TEXT,
        'dismiss' => <<<'TEXT'
            <info>dismiss --flagged --since=2026-10-05</info> closes the rest of a flood of spam.

            They are not mailed, and are deleted when they are old. <info>retry REFERENCE</info> mails a closed one.
            TEXT,
        'export' => <<<'TEXT'
            For a spreadsheet: <info>export --csv --since=2026-10-01 > october.csv</info>
            Excel opens it with a double click in South Africa, where the list separator is a semicolon. For a computer
            set to the USA or the United Kingdom, add <info>--separator=,</info>. LibreOffice asks for the separator. An
            apostrophe stands before text that a spreadsheet would run as a formula.
            TEXT,
        'erase' => <<<'TEXT'
            Shows what it deletes from the database, and asks. It does not delete:
             - enquiries of others that name the person. <info>list --search</info> finds them
             - backups. Those in DATA_DIR are deleted when they are old. After you restored one, erase again
             - sent mail: the mailboxes of the sales team, the queue of the mail server
             - the logs, archived logs and replicas of a database server
             - lines of the log, which have the reference only: they are deleted after five weeks
            TEXT,
        'restore' => <<<'TEXT'
            Adds the enquiries that the configured database lacks. It changes and deletes nothing, and can run again.
            It makes the SQLite database if that is missing or empty. A damaged one must be renamed first.

            Added enquiries that were waiting when the backup was made are delivered, even if they were already
            delivered after the backup. Those older than the privacy notice says are deleted again at night. Erase again
            whom you erased since the backup.
            TEXT,
    ];
}
