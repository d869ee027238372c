<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Configuration;
use Enquiry\Delivery\Worker;
use Enquiry\QueueSettings;
use Enquiry\Storage\Archive;
use Enquiry\Storage\Database;
use Enquiry\Storage\Journal;
use Psr\Clock\ClockInterface;

/** What the commands work with, made when one asks: help must not depend on a configuration. */
final class Services
{
    private ?Configuration $configuration = null;
    private ?Database $database = null;

    /**
     * @param \Closure(): Configuration       $load
     * @param \Closure(Configuration): Worker $worker
     */
    public function __construct(
        private readonly \Closure $load,
        private readonly \Closure $worker,
        private readonly ClockInterface $clock,
    ) {}

    public function queue(): QueueSettings
    {
        return $this->configuration()->queue;
    }

    public function database(): Database
    {
        return $this->database ??= $this->queue()->database();
    }

    public function archive(): Archive
    {
        return new Archive($this->database());
    }

    public function journal(): Journal
    {
        return new Journal($this->database());
    }

    public function worker(): Worker
    {
        return ($this->worker)($this->configuration());
    }

    public function now(): int
    {
        return $this->clock->now()->getTimestamp();
    }

    /** When this day began where the firm is. */
    public function midnight(): int
    {
        return $this->clock->now()->setTimezone(self::zone())->setTime(0, 0)->getTimestamp();
    }

    public function format(?int $time): string
    {
        return $time === null ? '–' : (new \DateTimeImmutable("@{$time}"))->setTimezone(self::zone())->format('j M Y H:i T');
    }

    private static function zone(): \DateTimeZone
    {
        return new \DateTimeZone('Africa/Johannesburg');
    }

    private function configuration(): Configuration
    {
        return $this->configuration ??= ($this->load)();
    }
}
