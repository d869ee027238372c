<?php

declare(strict_types=1);

namespace Enquiry\Store;

/** How many seconds a database server may take to answer one statement. */
enum TimeLimit: int
{
    /** A visitor, or another process, is waiting. */
    case Request = 2;

    /** A person or cron asked, and the statement may touch every row. */
    case Command = 600;
}
