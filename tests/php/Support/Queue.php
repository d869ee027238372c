<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Application;
use Enquiry\Configuration\Configuration;
use Enquiry\Enquiry\Enquiry;
use Enquiry\Enquiry\Reference;
use PHPUnit\Framework\Assert;
use Random\Randomizer;

/**
 * The enquiries of one installation, under a clock that the test sets.
 *
 * @phpstan-import-type Delivery from Operator
 * @phpstan-import-type Exported from Operator
 */
final class Queue
{
    public readonly Configuration $configuration;
    public readonly Tables $tables;
    public int $now;

    /** @param array<string, string> $environment */
    public function __construct(public readonly array $environment, string $time = Desk::TIME)
    {
        $this->configuration = Environment::configuration($environment);
        $this->tables = new Tables($this->configuration->database());
        $this->now = (new \DateTimeImmutable($time))->getTimestamp();
    }

    /**
     * Accepts an enquiry. The rules of a form do not count, nor do the fields that an editor has added.
     *
     * @param array<string, string> $fields override the contract's sample message
     * @param ?string               $key    Idempotency-Key
     * @param list<string>          $flags  why it may be spam
     *
     * @return string its reference
     */
    public function add(
        array $fields = [],
        ?string $key = null,
        array $flags = [],
        ?int $promisedBy = null,
        ?string $reference = null,
    ): string {
        $reference = $reference === null ? Reference::random(new Randomizer()) : Reference::parse($reference);

        return $this->outbox()->add(new Enquiry($reference, $this->now, Contract::accepted($fields), $flags, promisedBy: $promisedBy), $key);
    }

    /** An enquiry is refused, because the database is away. */
    public function refuse(): void
    {
        $environment = ['DATABASE_URL' => 'mysql://website:x@127.0.0.1:' . Environment::deadPort() . '/enquiries'] + $this->environment;
        Assert::assertSame(503, Desk::ask($environment, time: "@{$this->now}")->status);
    }

    /** @return int how many mails a worker sent now */
    public function work(): int
    {
        return $this->application()->parts->worker()->run(50)[0];
    }

    /** What a request does after its answer. */
    public function visit(): void
    {
        $this->application()->deliverAfterAnswer();
    }

    /** A process has delivered the next one. */
    public function deliver(): void
    {
        $outbox = $this->outbox();
        $outbox->delivered($outbox->claim() ?? throw new \LogicException('Nothing is due.'));
    }

    /** The target of the next one refuses it for now. */
    public function postpone(string $error, int $seconds = 60): void
    {
        $outbox = $this->outbox();
        $outbox->refused($outbox->claim() ?? throw new \LogicException('Nothing is due.'), $error, $seconds);
    }

    /** The next one fails. */
    public function fail(string $error = 'no such host'): void
    {
        $outbox = $this->outbox();
        $outbox->givenUp($outbox->claim() ?? throw new \LogicException('Nothing is due.'), $error);
    }

    public function outbox(): Outbox
    {
        return new Outbox($this->configuration->database(), $this->clock(), recipients: $this->configuration->mail()->recipients->of('contact'));
    }

    /** @return Exported */
    public function exported(string $reference): array
    {
        return Operator::export($this->environment, $this->clock(), $reference)[0];
    }

    public function state(string $reference): string
    {
        return $this->exported($reference)['state'];
    }

    /**
     * @param string $target empty for the first one
     * @return Delivery
     */
    public function delivery(string $reference, string $target = ''): array
    {
        foreach ($this->exported($reference)['deliveries'] as $delivery) {
            if (\in_array($target, ['', $delivery['target']], true)) {
                return $delivery;
            }
        }
        throw new \LogicException('Nobody has tried to deliver it.');
    }

    /** @return int when the next attempt is due */
    public function dueAt(string $reference, string $target = ''): int
    {
        return $this->tables->dueAt($reference, $this->delivery($reference, $target)['target']);
    }

    /** @return list<string> the targets that lack it */
    public function lacking(string $reference): array
    {
        $lacking = array_filter($this->exported($reference)['deliveries'], static fn(array $delivery): bool => $delivery['deliveredAt'] === null);

        return array_column($lacking, 'target');
    }

    /** @param array<string, mixed> $arguments */
    public function call(string $command, array $arguments = [], int $exitCode = 0): string
    {
        return Operator::call($this->environment, $this->clock(), $command, $arguments, $exitCode);
    }

    /** @return list<string> the names of the backups */
    public function backups(): array
    {
        return $this->configuration->folder()->backups()->names('/^enquiries/');
    }

    /** An installation that was restored from a file. */
    public static function restored(string $file): self
    {
        $queue = new self(Environment::for(Environment::deadPort()));
        $queue->call('restore', ['file' => $file]);

        return $queue;
    }

    public function clock(?\Closure $onPause = null, ?\Closure $onLook = null): FakeClock
    {
        return new FakeClock($this, $onPause, $onLook);
    }

    public function application(?\Closure $onPause = null, ?\Closure $onLook = null): Application
    {
        return new Application($this->configuration, $this->clock($onPause, $onLook));
    }
}
