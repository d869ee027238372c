<?php

declare(strict_types=1);

namespace Enquiry\Tests\Walks;

use Enquiry\Database\Backup;
use Enquiry\Database\Connection;
use Enquiry\Database\Database;
use Enquiry\Database\DatabaseUrl;
use Enquiry\Database\Row;
use Enquiry\Delivery\Attempt;
use Enquiry\Delivery\Claim;
use Enquiry\Delivery\DeliveryQueue;
use Enquiry\Delivery\Dispatcher;
use Enquiry\Delivery\EnquiryRepository;
use Enquiry\Delivery\Intake;
use Enquiry\Delivery\Recipients as Configured;
use Enquiry\Enquiry\Enquiry;
use Enquiry\Enquiry\Message;
use Enquiry\Enquiry\Reference;
use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\DatabaseServer;
use Enquiry\Tests\Support\DataFolders;
use PHPUnit\Framework\Attributes\Large;
use PHPUnit\Framework\TestCase;
use Psr\Log\NullLogger;
use Random\Engine\Mt19937;
use Random\Randomizer;

/**
 * Three processes use one MariaDB server. Before each statement, chance decides which of them goes on. A failure prints
 * the seed. INTERLEAVINGS=2000 tries more often, from a random seed, and INTERLEAVING=1234 one seed.
 */
#[Large]
final class InterleavingTest extends TestCase
{
    private const TIMES = 30;
    private const NOW = 1_772_836_927;
    private const TABLES = ['enquiry', 'delivery'];

    /** @var list<PausingDatabase> a connection for each process */
    private array $databases;
    private WalkClock $clock;

    /** @var array<string, int> how often it arrived, by reference and target */
    private array $arrived;

    /** @var array<string, int> how often an operator had it sent again */
    private array $again;

    public function test_processes_that_interleave_deliver_each_enquiry_once_to_everybody(): void
    {
        DatabaseServer::mariadb()->dropTables();
        $url = DatabaseUrl::parse(DatabaseServer::mariadb()->url);
        \assert($url !== null);
        $this->databases = [new PausingDatabase($url), new PausingDatabase($url), new PausingDatabase($url)];
        $only = (int) getenv('INTERLEAVING');
        $more = (int) getenv('INTERLEAVINGS');
        $first = $only > 0 ? $only : ($more > 0 ? random_int(1, 1_000_000_000) : 1);
        $count = $only > 0 ? 1 : max(self::TIMES, $more);
        for ($seed = $first; $seed < $first + $count; ++$seed) {
            $this->interleave(new Randomizer(new Mt19937($seed)), "INTERLEAVING={$seed}");
        }
    }

    private function interleave(Randomizer $random, string $seed): void
    {
        [$this->arrived, $this->again] = [[], []];
        $this->clock = new WalkClock(self::NOW);
        foreach (self::TABLES as $table) {
            $this->databases[0]->change("DELETE FROM {$table}");
        }
        $both = new Configured(['a@firm.example', 'b@firm.example'], [], $random->getInt(0, 1) === 1);
        $settings = [
            $both,
            $both,
            $random->getInt(0, 2) === 0 ? new Configured(['b@firm.example', 'c@firm.example']) : $both,
        ];
        $references = [];
        for ($i = $random->getInt(0, 3); $i > 0; --$i) {
            $references[] = $this->accept($this->databases[0], $random);
        }
        if ($random->getInt(0, 1) === 0) {
            $this->deliver($this->databases[0], $both, static fn(): int => $random->getInt(0, 5));
        }
        $fibers = [];
        foreach ($this->databases as $number => $database) {
            $fibers[] = new \Fiber(function () use ($database, $settings, $number, $random, $references): void {
                for ($i = 3; $i > 0; --$i) {
                    $this->step($database, $settings[$number], $random, $references);
                }
            });
        }
        array_map(static fn(\Fiber $fiber): mixed => $fiber->start(), $fibers);
        while (
            ($going = array_values(
                array_filter($fibers, static fn(\Fiber $fiber): bool => !$fiber->isTerminated()),
            )) !== []
        ) {
            $going[$random->getInt(0, \count($going) - 1)]->resume();
        }
        for ($round = 0; $round < 8; ++$round) {
            $this->clock->now += 43_300;
            $this->deliver($this->databases[2], $settings[2], static fn(): int => 0);
        }
        $this->check($settings, $seed);
    }

    /** @param list<string> $references */
    private function step(Database $database, Configured $settings, Randomizer $random, array $references): void
    {
        $queue = new DeliveryQueue($database, static fn(): Configured => $settings);
        $reference = $references === [] ? '' : $references[$random->getInt(0, \count($references) - 1)];
        $what = $random->getInt(0, 10);
        if ($what < 4) {
            $this->deliver($database, $settings, static fn(): int => $random->getInt(0, 5));
        } elseif ($what < 7) {
            $this->accept($database, $random);
        } elseif ($what === 7 && $reference !== '') {
            $record = (new EnquiryRepository($database))->find($reference);
            foreach ($record === null ? [] : $settings->of('contact') as $target) {
                // What has it by then gets it again.
                $this->again["{$reference} {$target}"] = ($this->again["{$reference} {$target}"] ?? 0) + 1;
            }
            $queue->retry([$reference], '', $this->clock->now);
        } elseif ($what === 8 && $reference !== '') {
            $queue->dismiss([$reference]);
        } elseif ($what === 9 && $reference !== '') {
            $queue->erase([$reference]);
        } elseif ($what === 10) {
            $this->backUp($database);
        }
    }

    private function accept(Database $database, Randomizer $random): string
    {
        $flags = $random->getInt(0, 3) === 0 ? ['it has links to 9 other sites'] : [];
        $message = Message::stored(Contract::answers()['message'], Contract::form());
        $enquiry = new Enquiry(Reference::random($random), $this->clock->now, $message, $flags);

        return (new Intake($database, $this->clock, $random, 1_000))->add($enquiry)->reference;
    }

    /** @param \Closure(): int $how what the server does: it refuses the last of six */
    private function deliver(Database $database, Configured $settings, \Closure $how): void
    {
        $post = new Post(function (Claim $claim) use ($how): Attempt {
            PausingPdo::pause();
            $what = $how();
            $name = "{$claim->enquiry->reference} {$claim->target}";
            $this->arrived[$name] = ($this->arrived[$name] ?? 0) + (int) ($what < 4);
            PausingPdo::pause();

            return match ($what) {
                4 => Attempt::givenUp('never'),
                5 => Attempt::refused('no'),
                default => Attempt::delivered(),
            };
        });
        $queue = new DeliveryQueue($database, static fn(): Configured => $settings);
        $hasWebhook = $settings->targets('contact') !== $settings->of('contact');
        $senders = [
            Dispatcher::MAIL => static fn(): Post => $post,
            ...$hasWebhook ? [Configured::WEBHOOK => static fn(): Post => $post] : [],
        ];
        (new Dispatcher($queue, $senders, Contract::forms(), $this->clock, new NullLogger(), null))->deliver(60);
    }

    /** A backup has each enquiry with the deliveries of the same moment. */
    private function backUp(Database $database): void
    {
        $file = DataFolders::fresh();
        Backup::take($database, $file);
        $copy = Connection::sqlite($file);
        foreach ($copy->rows("SELECT * FROM enquiry WHERE state <> 'dismissed'") as $enquiry) {
            $states = array_map(
                static fn(Row $row): string => $row->text('state'),
                $copy->rows('SELECT state FROM delivery WHERE reference = ?', [$enquiry->text('reference')]),
            );
            $isOpen = $states === [] || array_intersect($states, ['waiting', 'failed']) !== [];
            self::assertSame($isOpen, $enquiry->text('state') !== 'sent', 'backup');
        }
    }

    /** @param list<Configured> $settings of the processes */
    private function check(array $settings, string $seed): void
    {
        $enquiries = $deliveries = [];
        foreach ($this->databases[0]->rows('SELECT * FROM enquiry') as $row) {
            $enquiries[$row->text('reference')] = $row->text('state');
        }
        foreach ($this->databases[0]->rows('SELECT * FROM delivery') as $row) {
            self::assertArrayHasKey($row->text('reference'), $enquiries, "{$seed}: a delivery without its enquiry");
            $deliveries[$row->text('reference')][$row->text('target')] = $row->text('state');
        }
        foreach ($enquiries as $reference => $state) {
            $states = $deliveries[$reference] ?? [];
            $isOpen = \in_array('failed', $states, true);
            self::assertNotContains('waiting', $states, "{$seed}: {$reference}");
            if ($state === 'dismissed') {
                continue;
            }
            self::assertSame($isOpen ? 'failed' : 'sent', $state, "{$seed}: {$reference}");
            $lacking = array_map(
                static fn(Configured $one): array => array_filter(
                    $one->targets('contact'),
                    static fn(string $target): bool => !\in_array($states[$target] ?? '', ['sent', 'failed'], true),
                ),
                $isOpen ? [$settings[2]] : $settings,
            );
            self::assertContains([], $lacking, "{$seed}: {$reference} has " . json_encode($states));
            foreach (array_keys($states, 'sent', true) as $target) {
                self::assertGreaterThan(
                    0,
                    $this->arrived["{$reference} {$target}"] ?? 0,
                    "{$seed}: {$reference} {$target}",
                );
            }
        }
        foreach ($this->arrived as $name => $times) {
            self::assertLessThanOrEqual(1 + ($this->again[$name] ?? 0), $times, "{$seed}: {$name} arrived too often");
        }
    }
}
