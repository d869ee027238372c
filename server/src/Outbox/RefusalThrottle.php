<?php

declare(strict_types=1);

namespace Enquiry\Outbox;

use Enquiry\Storage\Connection;
use Enquiry\Storage\Database;
use Enquiry\Storage\StoreUnavailable;
use Psr\Clock\ClockInterface;

/**
 * How many requests of one address may be refused before it is heard no more for a while. Many visitors
 * may share an address, and each is refused a few times at most: the form checks what it sends. There is
 * no limit for all addresses together, by which one stranger could close the form for everybody.
 *
 * Counted when it is let go of, after the answer, which a busy store must not hold up.
 */
final class RefusalThrottle
{
    private const OF_ONE_ADDRESS = 100;
    private const NAME = 'refused';

    private readonly Throttle $limit;

    /** @var list<string> */
    private array $refused = [];
    private bool $isAway = false;

    public function __construct(private readonly Database $database, private readonly ClockInterface $clock)
    {
        $this->limit = new Throttle(self::OF_ONE_ADDRESS, Throttle::MISUSE_SECONDS);
    }

    /**
     * @param ?string $addressHash null where the client cannot be told from others
     *
     * @throws RateExceeded
     * @throws StoreUnavailable
     */
    public function assertHeard(?string $addressHash): void
    {
        if ($addressHash === null) {
            return;
        }
        try {
            $this->look(self::name($addressHash));
        } catch (StoreUnavailable $failure) {
            $this->isAway = true;
            throw $failure;
        }
    }

    public function add(?string $addressHash): void
    {
        // A store that did not answer is not waited for again.
        if ($addressHash !== null && !$this->isAway) {
            $this->refused[] = self::name($addressHash);
        }
    }

    public function __destruct()
    {
        foreach ($this->refused as $name) {
            try {
                // First, so that who is over the limit never keeps enquiries waiting for the lock.
                $this->look($name);
                $now = $this->clock->now()->getTimestamp();
                $this->database->writeUnsynced(fn(Connection $connection) => $this->limit->count($connection, $name, $now));
            } catch (\Throwable) {
                // The request has its answer, and what is wrong with the store the next enquiry says.
            }
        }
    }

    private function look(string $name): void
    {
        $now = $this->clock->now()->getTimestamp();
        $this->database->read(fn(Connection $connection) => $this->limit->assertNotExceeded($connection, $name, $now));
    }

    /** As wide as the column; what is left of the hash tells addresses apart as well. */
    private static function name(string $addressHash): string
    {
        return substr(self::NAME . ":{$addressHash}", 0, 64);
    }
}
