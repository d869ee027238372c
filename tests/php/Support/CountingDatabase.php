<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Database\Database;

final class CountingDatabase extends Database
{
    public int $reads = 0;
    public int $writes = 0;

    public function __construct(private readonly Database $database) {}

    public function read(\Closure $work): mixed
    {
        ++$this->reads;

        return $this->database->read($work);
    }

    public function write(\Closure $work): mixed
    {
        ++$this->writes;

        return $this->database->write($work);
    }

    public function name(): string
    {
        return $this->database->name();
    }
}
