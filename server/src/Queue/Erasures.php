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
     * @param int $purgedBefore leaves out settled enquiries that were received earlier
     * @return array{int, int, int} the number of enquiries added, already there, and left out
     */
    public function restore(Backup $backup, int $purgedBefore): array
    {
        // A new database knows only from the backup who was erased before it. The later time counts.
        $erased = $backup->erased();
        foreach (Backup::erasedIn($this->database) as $who => $time) {
            $erased[$who] = max($time, $erased[$who] ?? $time);
        }
        $this->store($erased);
        $hash = $this->hash;

        return $backup->restore($this->database, static function (Row $row) use ($purgedBefore, $erased, $hash): bool {
            $receivedAt = $row->number('received_at');

            return ($receivedAt >= $purgedBefore || $row->text('state') === 'waiting')
                && $receivedAt > ($erased[$hash($row->text('email'))] ?? -1)
                && !isset($erased[$hash($row->text('reference'))]);
        });
    }

    /** @param array<string, int> $times by hash */
    private function store(array $times): void
    {
        foreach (array_chunk($times, 100, true) as $some) {
            $this->database->write(static function (Connection $connection) use ($some): void {
                foreach ($some as $who => $time) {
                    $connection->change('REPLACE INTO enquiry_erased (who, erased_at) VALUES (?, ?)', [$who, $time]);
                }
            });
        }
    }
}
