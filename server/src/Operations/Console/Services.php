<?php

declare(strict_types=1);

namespace Enquiry\Operations\Console;

use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\InvalidConfiguration;
use Enquiry\Delivery\HealthCheck;
use Enquiry\Delivery\QueueMonitor;
use Enquiry\Delivery\Worker;
use Enquiry\Shared\Reference;
use Enquiry\Shared\SystemClock;
use Enquiry\Store\Database;
use Enquiry\Store\DataFolder;
use Enquiry\Store\EnquiryRepository;
use Enquiry\Store\StoredEnquiry;
use Enquiry\Store\StoreUnavailable;
use Enquiry\Store\TimeLimit;
use Psr\Clock\ClockInterface;
use Symfony\Component\Console\Formatter\OutputFormatter;

/** What the commands work with, made when one asks: help must not depend on a configuration. */
final class Services
{
    private ?Configuration $configuration = null;
    private ?Database $database = null;

    /**
     * @param \Closure(): Configuration            $load
     * @param \Closure(Configuration): Worker      $worker
     * @param \Closure(Configuration): HealthCheck $healthCheck
     */
    public function __construct(
        private readonly \Closure $load,
        private readonly \Closure $worker,
        private readonly \Closure $healthCheck,
        private readonly ClockInterface $clock,
    ) {}

    /**
     * Reads the configuration anew.
     *
     * @throws InvalidConfiguration and keeps the one it has
     */
    public function reload(): void
    {
        $this->configuration = ($this->load)();
        $this->database = null;
    }

    /** @return list<string> */
    public function recipients(): array
    {
        return $this->configuration()->route()->to;
    }

    public function database(): Database
    {
        if ($this->database === null) {
            $this->database = $this->configuration()->database(TimeLimit::ofCommand());
            try {
                $this->database->prepare();
            } catch (StoreUnavailable) {
                // The tables that are there may do. Where they do not, the command says so.
            }
        }

        return $this->database;
    }

    public function repository(): EnquiryRepository
    {
        return new EnquiryRepository($this->database());
    }

    /**
     * All that people's data may be in: where a database server has the queue now, the data folder may have one
     * from before.
     *
     * @return non-empty-list<EnquiryRepository>
     */
    public function repositories(): array
    {
        $earlier = $this->configuration()->earlierDatabase();

        return [$this->repository(), ...($earlier === null ? [] : [new EnquiryRepository($earlier)])];
    }

    /** @return list<StoredEnquiry> */
    public function findByEmail(string $email): array
    {
        return array_merge(...array_map(static fn(EnquiryRepository $repository): array => $repository->findByEmail($email), $this->repositories()));
    }

    /**
     * To the letter first: a damaged reference has no other form.
     *
     * @throws \InvalidArgumentException
     */
    public function find(string $typed): ?StoredEnquiry
    {
        return $this->repository()->find($typed) ?? $this->repository()->find(Reference::parse($typed));
    }

    public function backups(): DataFolder
    {
        return $this->configuration()->folder()->backups();
    }

    public function monitor(): QueueMonitor
    {
        return new QueueMonitor($this->database());
    }

    public function worker(): Worker
    {
        return ($this->worker)($this->configuration());
    }

    public function healthCheck(): HealthCheck
    {
        return ($this->healthCheck)($this->configuration());
    }

    public function now(): int
    {
        return $this->clock->now()->getTimestamp();
    }

    public function format(?int $time): string
    {
        return $time === null ? '–' : SystemClock::local($time)->format('j M Y H:i T');
    }

    /** What somebody else has typed, or said, on one line: without what a terminal would obey. */
    public static function plain(string $text): string
    {
        return (string) preg_replace('/[\p{C}\p{Zl}\p{Zp}]+/u', ' ', mb_scrub($text, 'UTF-8'));
    }

    /** The same, where the console reads tags. */
    public static function line(string $text): string
    {
        return OutputFormatter::escape(self::plain($text));
    }

    /** However damaged what is in it may be. */
    public static function json(mixed $value): string
    {
        return json_encode($value, \JSON_PRETTY_PRINT | \JSON_UNESCAPED_UNICODE | \JSON_UNESCAPED_SLASHES | \JSON_INVALID_UTF8_SUBSTITUTE | \JSON_THROW_ON_ERROR, 1024);
    }

    public function configuration(): Configuration
    {
        return $this->configuration ??= ($this->load)();
    }
}
