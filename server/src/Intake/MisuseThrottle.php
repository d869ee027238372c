<?php

declare(strict_types=1);

namespace Enquiry\Intake;

use Enquiry\Store\Connection;
use Enquiry\Store\Database;
use Enquiry\Store\RateExceeded;
use Enquiry\Store\StoreUnavailable;
use Enquiry\Store\Throttle;
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
    private const REPORTS = 'report';
    private const REPORTS_OF_ONE_ADDRESS = 5;
    private const REPORTS_OF_ALL = 60;

    /** @var list<string> */
    private array $refused = [];

    public function __construct(private readonly Database $database, private readonly ClockInterface $clock) {}

    /**
     * Only of whom the Intake was asked about, and heard: who is over the limit already must never keep enquiries
     * waiting for the lock; and where the store did not answer, it is not waited for again.
     */
    public function addRefusal(string $addressHash): void
    {
        $this->refused[] = Throttle::nameOf(Throttle::REFUSALS, $addressHash);
    }

    public function __destruct()
    {
        foreach ($this->refused as $name) {
            try {
                $now = $this->clock->now()->getTimestamp();
                $this->database->write(static fn(Connection $connection) => Throttle::ofRefusals()->count($connection, $name, $now));
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
            $windows = Throttle::windows($connection, ...array_keys($limits));
            foreach ($limits as $name => $limit) {
                $refusal = $limit->refusalBy($windows[$name] ?? null, $now);
                if ($refusal !== null) {
                    throw $refusal;
                }
            }
        });
        $this->database->write(static function (Connection $connection) use ($limits, $now): void {
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
            : [Throttle::nameOf(self::REPORTS, $addressHash) => new Throttle(self::REPORTS_OF_ONE_ADDRESS, Throttle::MISUSE_SECONDS)] + $ofAll;
    }
}
