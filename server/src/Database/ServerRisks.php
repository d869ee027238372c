<?php

declare(strict_types=1);

namespace Enquiry\Database;

/** The settings of a MySQL or MariaDB server that an operator must know of. SQLite has none. */
final class ServerRisks
{
    /** The values with which a confirmed enquiry survives a crash and a power failure; the first is the one to set. */
    private const DURABLE = [
        'innodb_flush_log_at_trx_commit' => ['1', '3'],
        'sync_binlog' => ['1'],
        'innodb_doublewrite' => ['ON', '1', 'FAST', 'DETECT_AND_RECOVER'],
    ];

    /** @return array<string, string> each risk, and what to do */
    public static function risks(Connection $connection): array
    {
        if ($connection->dialect === Dialect::Sqlite) {
            return [];
        }
        // sync_binlog has no effect without a binary log.
        $row = $connection->one(
            'SELECT @@innodb_flush_log_at_trx_commit AS innodb_flush_log_at_trx_commit, IF(@@log_bin, @@sync_binlog, '
                . '1) AS sync_binlog, @@innodb_doublewrite AS innodb_doublewrite',
        );
        $risks = [];
        foreach (self::DURABLE as $name => $values) {
            $value = $row->text($name);
            if (!\in_array(strtoupper($value), $values, true)) {
                $risks[
                    "The database server may lose confirmed enquiries in a crash or power failure: {$name} is {$value}."
                ] = "Set {$name}={$values[0]} in the server's configuration and restart it; on a shared host, ask the "
                    . "host, or use SQLite.";
            }
        }

        return $risks;
    }
}
