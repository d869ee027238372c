<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\Backup;
use Enquiry\Database\Connection;
use Enquiry\Database\Database;
use Enquiry\Database\Row;

/** Remembers who was erased, so that no backup brings them back. It stores keyed hashes and dates only. */
final readonly class Erasures
{
    /** @param \Closure(string): string $hash keyed */
    public function __construct(private Database $database, private \Closure $hash) {}

    /** @param list<string> $erased email addresses in lower case, or references of single enquiries */
    public function remember(array $erased, int $now): void
    {
        $this->store(array_fill_keys(array_map($this->hash, $erased), $now));
    }

    /**
     * @param int $purgedBefore leaves out enquiries that were received earlier
     * @return array{int, int, int} the number of enquiries added, already there, and left out
     */
    public function restore(Backup $backup, int $purgedBefore): array
    {
        // A new database knows only from the backup who was erased before it.
        $this->store($backup->erased());
        $erased = Backup::erasedIn($this->database);

        $isKept = fn(Row $row): bool => $row->number('received_at') >= $purgedBefore && !$this->isErased($row, $erased);

        return $backup->restore($this->database, $isKept);
    }

    /** @param array<string, int> $erased times by hash */
    private function isErased(Row $row, array $erased): bool
    {
        return $row->number('received_at') <= ($erased[($this->hash)($row->text('email'))] ?? -1)
            || isset($erased[($this->hash)($row->text('reference'))]);
    }

    /** @param array<string, int> $times by hash */
    private function store(array $times): void
    {
        foreach (array_chunk($times, 100, true) as $some) {
            $this->database->write(static function (Connection $connection) use ($some): void {
                foreach ($some as $who => $time) {
                    // The later one counts, because a clock may have been set back.
                    $later = "erased_at = CASE WHEN erased_at < {$time} THEN {$time} ELSE erased_at END";
                    $sql = 'INSERT INTO enquiry_erased (who, erased_at) VALUES (?, ?) ';
                    $connection->change($sql . $connection->dialect->onConflict('who', $later), [$who, $time]);
                }
            });
        }
    }
}
