<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Database\Database;
use Enquiry\Database\DataFolder;

final class CountingDatabase extends Database
{
    private int $reads = 0;
    private int $writes = 0;

    public function __construct(private readonly Database $database)
    {
        parent::__construct(new DataFolder('/dev/null'), '');
    }

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

    public function reset(): void
    {
        $this->reads = $this->writes = 0;
    }

    public function count(): string
    {
        return "{$this->reads} reads, {$this->writes} writes";
    }

    public function name(): string
    {
        return $this->database->name();
    }
}
