<?php

declare(strict_types=1);

namespace Enquiry\Outbox;

use Enquiry\Storage\Connection;
use Enquiry\Storage\Database;
use Enquiry\Storage\StoreUnavailable;

/**
 * How many reports of errors in browsers get into the log, so that nobody can fill a disk with it. They
 * are counted beside the addresses of enquiries, under names that are no hash.
 */
final readonly class ReportThrottle
{
    private const OF_ONE_ADDRESS = 5;
    private const OF_ALL = 60;
    private const NAME = 'report';

    /** As wide as the column; what is left of the hash tells addresses apart as well. */
    private const LONGEST_NAME = 64;

    public function __construct(private Database $database) {}

    /**
     * @param ?string $addressHash null where the client cannot be told from others
     *
     * @throws RateExceeded
     * @throws StoreUnavailable
     */
    public function count(?string $addressHash, int $now): void
    {
        $limits = self::limits($addressHash);
        // A look first: whoever is over the limit must not make enquiries wait for the lock.
        $this->database->read(static function (Connection $connection) use ($limits, $now): void {
            foreach ($limits as $name => $limit) {
                $limit->assertNotExceeded($connection, $name, $now);
            }
        });
        $this->database->writeUnsynced(static function (Connection $connection) use ($limits, $now): void {
            foreach ($limits as $name => $limit) {
                $limit->count($connection, $name, $now);
            }
        });
    }

    /** @return array<string, Throttle> by whom it counts */
    private static function limits(?string $addressHash): array
    {
        $ofAll = [self::NAME => new Throttle(self::OF_ALL, Throttle::MISUSE_SECONDS)];
        if ($addressHash === null) {
            return $ofAll;
        }
        $name = substr(self::NAME . ":{$addressHash}", 0, self::LONGEST_NAME);

        return [$name => new Throttle(self::OF_ONE_ADDRESS, Throttle::MISUSE_SECONDS)] + $ofAll;
    }
}
