<?php

declare(strict_types=1);

namespace Enquiry\Outbox;

use Enquiry\Storage\Connection;
use Enquiry\Storage\Database;
use Enquiry\Storage\StoreUnavailable;
use Psr\Clock\ClockInterface;

/**
 * What one address may do besides sending enquiries: counted where those are, under names that are no hash.
 *
 * So many of its requests may be refused before it is heard no more for a while: many visitors may share
 * an address, and each is refused a few times at most, because the form checks what it sends. There is no
 * limit for all addresses together, by which one stranger could close the form for everybody. Refusals are
 * counted when this is let go of, after the answer, which a busy store must not hold up.
 *
 * And so many reports of errors in browsers get into the log, so that nobody can fill a disk with it.
 */
final class MisuseThrottle
{
    private const REFUSALS = 'refused';
    private const REFUSALS_OF_ONE_ADDRESS = 100;

    private const REPORTS = 'report';
    private const REPORTS_OF_ONE_ADDRESS = 5;
    private const REPORTS_OF_ALL = 60;

    /** As wide as the column; what is left of the hash tells addresses apart as well. */
    private const LONGEST_NAME = 64;

    private readonly Throttle $refusals;

    /** Under which name whoever was heard last is counted; null where nobody was, or the store did not say. */
    private ?string $heard = null;

    /** @var list<string> */
    private array $refused = [];

    public function __construct(private readonly Database $database, private readonly ClockInterface $clock)
    {
        $this->refusals = new Throttle(self::REFUSALS_OF_ONE_ADDRESS, Throttle::MISUSE_SECONDS);
    }

    /**
     * @param ?string $addressHash null where the client cannot be told from others
     *
     * @throws RateExceeded
     * @throws StoreUnavailable
     */
    public function assertHeard(?string $addressHash): void
    {
        $this->heard = null;
        if ($addressHash === null) {
            return;
        }
        $name = self::name(self::REFUSALS, $addressHash);
        $now = $this->clock->now()->getTimestamp();
        $this->database->read(fn(Connection $connection) => $this->refusals->assertNotExceeded($connection, $name, $now));
        $this->heard = $name;
    }

    /**
     * Of whom assertHeard() was asked about. Not of who is over the limit already, so that such never keep enquiries
     * waiting for the lock; nor where the store did not answer, which is not waited for again.
     */
    public function addRefusal(): void
    {
        if ($this->heard !== null) {
            $this->refused[] = $this->heard;
        }
    }

    public function __destruct()
    {
        foreach ($this->refused as $name) {
            try {
                $now = $this->clock->now()->getTimestamp();
                $this->database->writeUnsynced(fn(Connection $connection) => $this->refusals->count($connection, $name, $now));
            } catch (\Throwable) {
                // The request has its answer, and what is wrong with the store the next enquiry says.
            }
        }
    }

    /**
     * @param ?string $addressHash null where the client cannot be told from others
     *
     * @throws RateExceeded
     * @throws StoreUnavailable
     */
    public function countReport(?string $addressHash): void
    {
        $now = $this->clock->now()->getTimestamp();
        $limits = self::limitsOfReports($addressHash);
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
    private static function limitsOfReports(?string $addressHash): array
    {
        $ofAll = [self::REPORTS => new Throttle(self::REPORTS_OF_ALL, Throttle::MISUSE_SECONDS)];

        return $addressHash === null
            ? $ofAll
            : [self::name(self::REPORTS, $addressHash) => new Throttle(self::REPORTS_OF_ONE_ADDRESS, Throttle::MISUSE_SECONDS)] + $ofAll;
    }

    private static function name(string $what, string $addressHash): string
    {
        return substr("{$what}:{$addressHash}", 0, self::LONGEST_NAME);
    }
}
