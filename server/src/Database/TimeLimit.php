<?php

declare(strict_types=1);

namespace Enquiry\Database;

/** Seconds that a database server may take to answer one statement. */
enum TimeLimit: int
{
    /** A visitor, or another process, is waiting. */
    case Request = 2;

    /** A person or cron started the command, and the statement may use every row. */
    case Command = 600;
}
