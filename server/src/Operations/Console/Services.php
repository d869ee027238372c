<?php

declare(strict_types=1);

namespace Enquiry\Operations\Console;

use Enquiry\Configuration\Configuration;
use Enquiry\Delivery\Chores;
use Enquiry\Delivery\HealthCheck;
use Enquiry\Delivery\Worker;
use Enquiry\Shared\Reference;
use Enquiry\Shared\SystemClock;
use Enquiry\Shared\Text;
use Enquiry\Store\Database;
use Enquiry\Store\DataFolder;
use Enquiry\Store\EnquiryRepository;
use Enquiry\Store\ServerSettings;
use Enquiry\Store\StoredEnquiry;
use Enquiry\Store\TimeLimit;
use Psr\Clock\ClockInterface;
use Symfony\Component\Console\Formatter\OutputFormatter;

/** The parts that the commands use. They are created on demand, because help must work without a configuration. */
final class Services
{
    private ?Configuration $configuration = null;

    /**
     * @param \Closure(): Configuration            $load
     * @param \Closure(Configuration): Worker      $worker
     * @param \Closure(Configuration): HealthCheck $healthCheck
     * @param \Closure(Configuration): Chores      $chores
     */
    public function __construct(
        private readonly \Closure $load,
        private readonly \Closure $worker,
        private readonly \Closure $healthCheck,
        private readonly \Closure $chores,
        private readonly ClockInterface $clock,
    ) {}

    public function configuration(): Configuration
    {
        return $this->configuration ??= ($this->load)();
    }

    public function database(): Database
    {
        return $this->configuration()->database(TimeLimit::Command);
    }

    public function repository(): EnquiryRepository
    {
        return new EnquiryRepository($this->database());
    }

    public function backups(): DataFolder
    {
        return $this->configuration()->folder()->backups();
    }

    /** @return array<string, string> risks of the database server's settings, and what to do */
    public function databaseRisks(): array
    {
        return $this->database()->read(ServerSettings::risks(...));
    }

    public function worker(): Worker
    {
        return ($this->worker)($this->configuration());
    }

    public function healthCheck(): HealthCheck
    {
        return ($this->healthCheck)($this->configuration());
    }

    public function chores(): Chores
    {
        return ($this->chores)($this->configuration());
    }

    /** @throws \InvalidArgumentException if it is not a reference */
    public function find(string $reference): ?StoredEnquiry
    {
        return $this->repository()->find(Reference::parse($reference));
    }

    public function now(): int
    {
        return $this->clock->now()->getTimestamp();
    }

    public function format(?int $time): string
    {
        return $time === null ? '–' : SystemClock::local($time)->format('j M Y H:i T');
    }

    /** Text of a visitor or a mail server on one line, without control characters, which could control the terminal. */
    public static function plain(string $text): string
    {
        return (string) preg_replace('/[\p{C}\p{Zl}\p{Zp}]+/u', ' ', Text::line(mb_scrub($text, 'UTF-8')));
    }

    /** Like plain(), and escaped for Symfony's tags. */
    public static function line(string $text): string
    {
        return OutputFormatter::escape(self::plain($text));
    }

    public static function json(mixed $value): string
    {
        return Text::escapeJson(json_encode($value, \JSON_PRETTY_PRINT | \JSON_UNESCAPED_UNICODE | \JSON_UNESCAPED_SLASHES | \JSON_INVALID_UTF8_SUBSTITUTE | \JSON_THROW_ON_ERROR, 1024));
    }
}
