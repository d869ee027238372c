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

    private readonly Throttle $limit;

    /** Under which name whoever was heard last is counted; null where nobody was, or the store did not say. */
    private ?string $heard = null;

    /** @var list<string> */
    private array $refused = [];

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
        $this->heard = null;
        if ($addressHash === null) {
            return;
        }
        // As wide as the column; what is left of the hash tells addresses apart as well.
        $name = \sprintf('refused:%.56s', $addressHash);
        $now = $this->clock->now()->getTimestamp();
        $this->database->read(fn(Connection $connection) => $this->limit->assertNotExceeded($connection, $name, $now));
        $this->heard = $name;
    }

    /**
     * Of whom assertHeard() was asked about. Not of who is over the limit already, so that such never keep enquiries
     * waiting for the lock; nor where the store did not answer, which is not waited for again.
     */
    public function add(): void
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
                $this->database->writeUnsynced(fn(Connection $connection) => $this->limit->count($connection, $name, $now));
            } catch (\Throwable) {
                // The request has its answer, and what is wrong with the store the next enquiry says.
            }
        }
    }
}
