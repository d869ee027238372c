<?php

declare(strict_types=1);

namespace Enquiry\Tests\Walks;

use Enquiry\Application;
use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\Installation;
use Enquiry\Configuration\Settings;
use Enquiry\Console\Console;
use Enquiry\Database\Backup;
use Enquiry\Delivery\Attempt;
use Enquiry\Delivery\Claim;
use Enquiry\Delivery\DeliveryQueue;
use Enquiry\Delivery\Dispatcher;
use Enquiry\Delivery\Intake;
use Enquiry\Enquiry\Enquiry;
use Enquiry\Enquiry\Message;
use Enquiry\Enquiry\Reference;
use Enquiry\Parts;
use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\DataFolders;
use PHPUnit\Framework\Assert;
use Psr\Log\NullLogger;
use Random\Engine\Mt19937;
use Random\Randomizer;
use Symfony\Component\Console\Tester\ApplicationTester;

/**
 * Does steps with the product and with the model, and compares the rows after each. A step that has nothing to act on
 * does nothing, so that any of them may be left out.
 *
 * @phpstan-type Step array{string, int, int}
 */
final class Walk
{
    private const START = 1_772_836_927;
    private const EVERYBODY = ['a@firm.example', 'b@firm.example', 'c@firm.example'];
    private const SECONDS = [1, 60, 61, 700, 3_600, 14_400, 50_000, 200_000];

    private WalkClock $clock;
    private Model $model;
    private Recipients $settings;
    private Configuration $configuration;
    private string $folder;
    private Randomizer $references;

    /** @var array<string, Message> by form */
    private array $messages = [];
    private ?Console $console = null;
    private ?\PDO $pdo = null;

    /** By how much the clock is ahead. */
    private int $ahead = 0;

    /** @var list<array{DeliveryQueue, Claim}> what processes have in hand */
    private array $inHand = [];

    /** @var array<bool> whether a run ended because the mail server or the webhook is out of order */
    private array $isOut = [];

    /** @var array<string, int> by reference and target */
    private array $arrived = [];

    /** @var array<string, int> how often it may arrive again, as docs/message.md says */
    private array $mayArriveAgain = [];

    /**
     * The file, and what the model knew.
     * @var ?array{string, array<string, ExpectedEnquiry>, array<string, int>, array<string, list<string>>}
     */
    private ?array $backup = null;

    /** @param array<string, string> $environment of an endpoint; its data folder is replaced */
    public function __construct(private readonly array $environment)
    {
        $this->clock = new WalkClock(self::START);
        $this->model = new Model();
        $this->references = new Randomizer(new Mt19937(1));
        $this->folder = DataFolders::fresh();
        $this->use(new Recipients(['a@firm.example'], [], false, 0));
    }

    /** @return list<Step> */
    public static function steps(int $seed): array
    {
        $random = new Randomizer(new Mt19937($seed));
        // Those that happen more often in life come more often here.
        $names = [
            ...array_fill(0, 5, 'accept'), ...array_fill(0, 5, 'run'), ...array_fill(0, 4, 'wait'),
            ...array_fill(0, 3, 'claim'), ...array_fill(0, 3, 'settle'), 'die', 'jump', 'jumpBack',
            'retry', 'retry', 'retryTo', 'retryAll', 'retryDays', 'dismiss', 'dismissMarked', 'erase',
            'workNow', 'workNow', 'everybody', 'everybody', 'callBacks', 'webhook', 'limit',
            'backup', 'backup', 'restoreHere', 'restoreElsewhere', 'restoreElsewhere',
        ];
        $steps = [];
        for ($count = $random->getInt(4, 30); $count > 0; --$count) {
            $steps[] = [
                $names[$random->getInt(0, \count($names) - 1)],
                $random->getInt(0, 9_999),
                $random->getInt(0, 9_999),
            ];
        }

        return $steps;
    }

    /**
     * @param array<string, string> $environment
     * @param list<Step>            $steps
     * @param bool                  $isSeen  whether the console, the health page and the export are compared at the end
     */
    public static function go(array $environment, array $steps, bool $isSeen): void
    {
        $walk = new self($environment);
        foreach ([['accept', 0, 0], ...$steps] as [$name, $first, $second]) {
            $walk->step($name, $first, $second);
            $walk->compareRows();
        }
        if ($isSeen) {
            $walk->compareViews();
        }
        $walk->end();
    }

    private function step(string $name, int $first, int $second): void
    {
        match ($name) {
            'accept' => $this->accept($first, $second),
            'claim' => $this->claim($first),
            'settle' => $this->settle($first, $second),
            'die' => $this->die($first, $second),
            'run' => $this->run($first, $second),
            'workNow' => $this->workNow($first, $second),
            'wait' => $this->wait($first),
            'jump' => $this->jump($first),
            'jumpBack' => $this->jumpBack(),
            'retry' => $this->retry($first),
            'retryTo' => $this->retryTo($first, $second),
            'retryAll' => $this->retryAll($first),
            'retryDays' => $this->retryDays($first, $second),
            'dismiss' => $this->dismiss($first),
            'dismissMarked' => $this->dismissMarked(),
            'erase' => $this->erase($first),
            'everybody' => $this->everybody($first),
            'callBacks' => $this->callBacks($first),
            'webhook' => $this->webhook(),
            'limit' => $this->limit($first),
            'backup' => $this->backup(),
            'restoreHere' => $this->restoreHere(),
            'restoreElsewhere' => $this->restoreElsewhere(),
            default => throw new \LogicException($name),
        };
    }

    private function use(Recipients $settings): void
    {
        [$this->settings, $this->console] = [$settings, null];
        $this->configuration = Configuration::load(Installation::running(), new Settings($this->variables()));
    }

    /** @return array<string, string> */
    private function variables(): array
    {
        return [
            'DATA_DIR' => $this->folder,
            'IDENTITY' => 'tests/identity',
            'MAIL_TO' => implode(',', $this->settings->everybody),
            'MAIL_TO_CALLBACK' => implode(',', $this->settings->callBacks),
            'DELIVERY_PER_HOUR' => (string) $this->settings->perHour,
            'WEBHOOK_URL' => $this->settings->hasWebhook ? 'http://127.0.0.1:1/' : '',
            'WEBHOOK_SECRET' => 'whsec_' . base64_encode(str_repeat('k', 32)),
        ] + $this->environment;
    }

    private function queue(): DeliveryQueue
    {
        return (new Parts($this->configuration, $this->clock))->queue();
    }

    private function accept(int $form, int $mark): void
    {
        $name = $form % 3 === 0 ? 'callback' : 'contact';
        $flags = $mark % 3 === 0 ? ['it has links to 9 other sites'] : [];
        $message = $this->messages[$name] ??= Message::stored(
            Contract::answers()['message'],
            $this->configuration->forms->get($name),
        );
        $enquiry = new Enquiry(Reference::random($this->references), $this->clock->now, $message, $flags);
        $intake = new Intake($this->configuration->database(), $this->clock, new Randomizer(), 1_000);
        $intake->add($enquiry);
        $this->model->enquiries[(string) $enquiry->reference] = new ExpectedEnquiry(
            $name,
            $this->clock->now,
            $flags !== [],
        );
    }

    /** A process takes a delivery, and has it in hand. */
    private function claim(int $kind): void
    {
        $toWebhook = $kind % 4 === 0;
        $queue = $this->queue();
        do {
            $claim = $queue->claim(Post::LEASE_SECONDS, $this->clock->now, $toWebhook);
            $this->claimed($claim, $toWebhook);
        } while ($claim === true);
        if ($claim !== false) {
            $this->inHand[] = [$queue, $claim];
        }
    }

    private function claimed(Claim|bool $claim, bool $toWebhook): void
    {
        $it = $claim instanceof Claim ? $claim : null;
        $delivery = $this->model->claim(
            $this->settings,
            $this->clock->now,
            $toWebhook,
            $it?->enquiry->reference,
            $it->target ?? '',
            $it->lease ?? '',
            Post::LEASE_SECONDS,
        );
        Assert::assertSame(
            $delivery?->deliveredAt === null ? null : $delivery->resentAt,
            $it?->resentAt,
            '"Sent again" is for those who have it.',
        );
    }

    private function settle(int $which, int $how): void
    {
        $this->finish(
            $which,
            $how,
            fn(DeliveryQueue $queue, Claim $claim, Attempt $attempt, ?int $dueAt): bool => $queue->settle(
                $claim,
                $attempt,
                $dueAt,
                $this->clock->now,
            ),
        );
    }

    /** The process ends before it can store the outcome. */
    private function die(int $which, int $how): void
    {
        $this->finish($which, $how, null);
    }

    /** @param ?\Closure(DeliveryQueue, Claim, Attempt, ?int): bool $store */
    private function finish(int $which, int $how, ?\Closure $store): void
    {
        if ($this->inHand === []) {
            return;
        }
        $which %= \count($this->inHand);
        [[$queue, $claim]] = array_splice($this->inHand, $which, 1);
        $attempt = $this->outcome($claim, $how);
        $isArrived = $attempt->outcome === Attempt::DELIVERED;
        if ($store === null) {
            $this->mayArriveAgain($claim, (int) $isArrived);

            return;
        }
        $dueAt = $attempt->dueAt($claim, $this->clock->now);
        $isMine = $this->model->settle(
            $claim->enquiry->reference,
            $claim->target,
            $claim->lease,
            $attempt->outcome,
            $dueAt,
            $this->clock->now,
        );
        Assert::assertSame($isMine, $store($queue, $claim, $attempt, $dueAt));
        $this->mayArriveAgain($claim, (int) ($isArrived && !$isMine));
    }

    /** What the server does with what it is given. */
    private function outcome(Claim $claim, int $how): Attempt
    {
        $name = "{$claim->enquiry->reference} {$claim->target}";
        $outcome = ['accept', 'accept', 'accept', 'refuse', 'outage', 'giveUp', 'silence', 'lost'][$how % 8];
        if (\in_array($outcome, ['accept', 'silence'], true)) {
            $this->arrived[$name] = ($this->arrived[$name] ?? 0) + 1;
            $this->mayArriveAgain($claim, (int) ($outcome === 'silence'));
        }

        return match ($outcome) {
            'accept' => Attempt::delivered(),
            'refuse' => Attempt::refused('no'),
            'outage' => Attempt::postponed(new \RuntimeException('out')),
            'giveUp' => Attempt::givenUp('never'),
            default => Attempt::unanswered('silence'),
        };
    }

    private function mayArriveAgain(Claim $claim, int $times): void
    {
        $name = "{$claim->enquiry->reference} {$claim->target}";
        $this->mayArriveAgain[$name] = ($this->mayArriveAgain[$name] ?? 0) + $times;
    }

    /** A worker delivers all that is due. */
    private function run(int $how, int $for): void
    {
        $isEvery = $how % 3 !== 0;
        $one = self::EVERYBODY[$for % 3];
        $this->dispatch(static fn(Claim $claim): int => $isEvery || $claim->target === $one ? $how : 0);
    }

    /** @param \Closure(Claim): int $how what the server does */
    private function dispatch(\Closure $how): void
    {
        $this->isOut = [];
        $post = fn(bool $toWebhook): \Closure => fn(): Post => new Post(function (Claim $claim) use (
            $how,
            $toWebhook,
        ): Attempt {
            $this->absorbGivenUp();
            $this->claimed($claim, $toWebhook);
            $attempt = $this->outcome($claim, $how($claim));
            $this->model->settle(
                $claim->enquiry->reference,
                $claim->target,
                $claim->lease,
                $attempt->outcome,
                $attempt->dueAt($claim, $this->clock->now),
                $this->clock->now,
            );
            $this->isOut[$toWebhook] = $attempt->isOutage;

            return $attempt;
        });
        $senders = [
            Dispatcher::MAIL => $post(false),
            ...$this->settings->hasWebhook ? [Recipients::WEBHOOK => $post(true)] : [],
        ];
        (new Dispatcher(
            $this->queue(),
            $senders,
            $this->configuration->forms,
            $this->clock,
            new NullLogger(),
            null,
        ))->deliver(60);
        $this->absorbGivenUp();
        foreach (array_keys($senders) as $name) {
            $toWebhook = $name === Recipients::WEBHOOK;
            if (!($this->isOut[$toWebhook] ?? false)) {
                $this->claimed(false, $toWebhook);
            }
        }
    }

    /** Dispatcher gives up, without an attempt, what has killed its process too often. */
    private function absorbGivenUp(): void
    {
        foreach ($this->model->exhausted($this->clock->now) as [$reference, $target, $delivery]) {
            if (
                ($this->rows("SELECT state FROM delivery WHERE reference = '{$reference}' AND target = '{$target}'")[0][
                    'state'
                ]
                    ?? '')
                === 'failed'
            ) {
                [$delivery->state, $delivery->dueAt, $delivery->lease] = ['failed', $this->clock->now, null];
                ++$delivery->unanswered;
            }
        }
    }

    private function wait(int $which): void
    {
        $this->clock->now += self::SECONDS[$which % \count(self::SECONDS)];
    }

    private function jump(int $which): void
    {
        $seconds = [7_200, 100_000, 1_000_000][$which % 3];
        $this->clock->now += $seconds;
        $this->ahead += $seconds;
    }

    private function jumpBack(): void
    {
        $this->clock->now -= $this->ahead;
        $this->ahead = 0;
    }

    private function retry(int $which): void
    {
        $this->retryTo($which, -1);
    }

    private function retryTo(int $which, int $whom): void
    {
        $references = array_keys($this->model->enquiries);
        $reference = $references[$which % max(1, \count($references))] ?? null;
        if ($reference !== null) {
            $this->retryEach([$reference], self::to($whom), ['reference' => $reference], 1);
        }
    }

    private function retryAll(int $whom): void
    {
        $to = self::to($whom % 2 === 0 ? -1 : $whom);
        $failed = array_filter(
            $this->model->enquiries,
            static fn(ExpectedEnquiry $one): bool => $one->isOpen()
                && ($to === '' ? $one->has('failed') : ($one->deliveries[$to]->state ?? '') === 'failed'),
        );
        $this->retryEach(array_keys($failed), $to, ['--all' => true], 0);
    }

    private function retryDays(int $days, int $whom): void
    {
        $since = (new \DateTimeImmutable("@{$this->clock->now}"))
            ->setTimezone(new \DateTimeZone('Africa/Johannesburg'))
            ->modify('-' . $days % 3 . ' days')
            ->setTime(0, 0);
        $received = array_filter(
            $this->model->enquiries,
            static fn(ExpectedEnquiry $one): bool => !$one->isDismissed && $one->receivedAt >= $since->getTimestamp(),
        );
        $this->retryEach(array_keys($received), self::to($whom), ['--since' => $since->format('Y-m-d')], 1);
    }

    /** @return string empty for all */
    private static function to(int $whom): string
    {
        return $whom < 0 ? '' : [...self::EVERYBODY, Recipients::WEBHOOK][$whom % 4];
    }

    /**
     * @param list<string>          $references
     * @param array<string, mixed>  $arguments
     */
    private function retryEach(array $references, string $to, array $arguments, int $codeForNone): void
    {
        $isKnown = \in_array(
            $to,
            ['', Recipients::WEBHOOK, ...$this->settings->everybody, ...$this->settings->callBacks],
            true,
        );
        $expected = [];
        foreach ($isKnown ? $references : [] as $reference) {
            $retried = $this->model->retried($reference, $to, $this->settings);
            $enquiry = $this->model->enquiries[$reference];
            if ($retried !== [] || ($to === '' && $enquiry->isOpen() && $enquiry->has('failed'))) {
                $expected[$reference] = $retried;
            }
        }
        $code = $expected === [] ? ($isKnown ? $codeForNone : 1) : 0;
        $said = $this->call('retry', $arguments + ['--force' => true] + ($to === '' ? [] : ['--to' => $to]), $code);
        $numbers = [];
        foreach ($expected as $reference => $retried) {
            $this->model->retry($reference, $to, $this->settings, $this->clock->now);
            foreach ($retried as $target => $isKnown) {
                $numbers[$target][$isKnown ? 'again' : 'as new']
                    = ($numbers[$target][$isKnown ? 'again' : 'as new'] ?? 0) + 1;
                $name = "{$reference} {$target}";
                $this->mayArriveAgain[$name] = ($this->mayArriveAgain[$name] ?? 0) + (int) $isKnown;
            }
        }
        foreach ($numbers as $target => $kinds) {
            foreach ($kinds as $kind => $number) {
                Assert::assertMatchesRegularExpression("/^{$target}: .*\b{$number} {$kind}/m", $said);
            }
        }
        Assert::assertStringContainsString($expected === [] ? '' : 'Queued ' . \count($expected) . ' ', $said);
    }

    private function dismiss(int $which): void
    {
        $references = array_keys($this->model->enquiries);
        $reference = $references[$which % max(1, \count($references))] ?? null;
        if ($reference !== null) {
            $this->call(
                'dismiss',
                ['reference' => $reference, '--force' => true],
                (int) !$this->model->enquiries[$reference]->isOpen(),
            );
            $this->model->dismiss($reference);
        }
    }

    private function dismissMarked(): void
    {
        $open = array_filter(
            $this->model->enquiries,
            static fn(ExpectedEnquiry $one): bool => $one->isOpen() && $one->isMarked,
        );
        $this->call('dismiss', ['--flagged' => true, '--force' => true], (int) ($open === []));
        array_map($this->model->dismiss(...), array_keys($open));
    }

    private function erase(int $which): void
    {
        $references = array_keys($this->model->enquiries);
        $reference = $references[$which % max(1, \count($references))] ?? null;
        if ($reference !== null) {
            $this->call('erase', ['who' => $reference, '--force' => true]);
            unset($this->model->enquiries[$reference], $this->model->promised[$reference]);
        }
    }

    private function workNow(int $how, int $for): void
    {
        $this->queue()->makeDue($this->clock->now);
        $this->model->makeDue($this->clock->now);
        $this->run($how, $for);
    }

    /** Adds a recipient, or removes one. */
    private function everybody(int $which): void
    {
        $one = self::EVERYBODY[$which % 3];
        $others = array_values(array_diff($this->settings->everybody, [$one]));
        $isThere = \count($others) < \count($this->settings->everybody);
        $to = $isThere ? $others : [...$others, $one];
        $this->change(everybody: $to === [] ? [$one] : $to);
    }

    private function callBacks(int $which): void
    {
        $this->change(callBacks: [[], ['b@firm.example'], ['c@firm.example', 'a@firm.example']][$which % 3]);
    }

    private function webhook(): void
    {
        $this->change(hasWebhook: !$this->settings->hasWebhook);
    }

    private function limit(int $which): void
    {
        $this->change(perHour: [0, 0, 2, 3][$which % 4]);
    }

    /**
     * @param ?non-empty-list<string> $everybody
     * @param ?list<string>           $callBacks
     */
    private function change(?array $everybody = null, ?array $callBacks = null, ?bool $hasWebhook = null, ?int $perHour = null): void
    {
        $now = $this->settings;
        $this->use(new Recipients(
            $everybody ?? $now->everybody,
            $callBacks ?? $now->callBacks,
            $hasWebhook ?? $now->hasWebhook,
            $perHour ?? $now->perHour,
        ));
    }

    private function backup(): void
    {
        $file = DataFolders::fresh();
        Backup::take($this->configuration->database(), $file);
        $this->backup = [$file, $this->model->backup(), $this->arrived, $this->model->promised];
    }

    private function restoreHere(): void
    {
        if ($this->backup === null) {
            return;
        }
        [$file, $enquiries, $arrived, $promised] = $this->backup;
        $missing = array_diff_key($enquiries, $this->model->enquiries);
        Backup::open($file)->restore($this->configuration->database());
        $this->model->restore($enquiries);
        $this->model->promised = array_intersect_key($promised, $missing) + $this->model->promised;
        foreach ($this->arrived as $name => $times) {
            $isRestored = isset($missing[explode(' ', $name)[0]]);
            $this->mayArriveAgain[$name]
                = ($this->mayArriveAgain[$name] ?? 0) + ($isRestored ? $times - ($arrived[$name] ?? 0) : 0);
        }
    }

    /** Another host goes on with the backup. */
    private function restoreElsewhere(): void
    {
        if ($this->backup !== null) {
            $this->folder = DataFolders::fresh();
            $this->use($this->settings);
            $this->configuration->database()->prepare();
            $this->pdo = null;
            [$this->model->enquiries, $this->model->promised, $this->inHand] = [[], [], []];
            $this->restoreHere();
        }
    }

    private function compareRows(): void
    {
        $expected = $actual = [];
        foreach ($this->model->enquiries as $reference => $enquiry) {
            $expected[$reference]
                = $enquiry->state() . ($enquiry->isOpen() && $enquiry->plannedFor === null ? ', not planned' : '');
            foreach ($enquiry->deliveries as $target => $delivery) {
                $expected["{$reference} {$target}"] = $delivery->columns();
            }
        }
        foreach ($this->rows('SELECT reference, state, planned_for FROM enquiry') as $row) {
            $actual[(string) $row['reference']] = $row['state'] . ($row['planned_for'] === 0 ? ', not planned' : '');
        }
        foreach ($this->rows('SELECT * FROM delivery') as $row) {
            $name = "{$row['reference']} {$row['target']}";
            $actual[$name] = array_intersect_key($row, (new ExpectedDelivery(0, 0))->columns());
        }
        ksort($expected);
        ksort($actual);
        Assert::assertEquals($expected, $actual);
    }

    private function compareViews(): void
    {
        $expected = array_fill_keys(['waiting', 'sent', 'failed', 'dismissed'], []);
        $isOlder = static fn(ExpectedEnquiry $one, ExpectedEnquiry $other): int => $one->receivedAt
            <=> $other->receivedAt;
        $enquiries = $this->model->enquiries;
        uasort($enquiries, $isOlder);
        $enquiries = array_reverse($enquiries);
        foreach ($enquiries as $reference => $enquiry) {
            foreach ($enquiry->lists() as $list) {
                $expected[$list][] = $reference;
            }
        }
        foreach ($expected as $state => $references) {
            $listed = $this->call('list', ['state' => $state, '--all' => true], (int) ($references === []));
            preg_match_all("/^(\S{5}-\S{5})  {$state} /m", $listed, $found);
            Assert::assertEqualsCanonicalizing($references, $found[1], "list {$state}");
        }
        $received = array_map(static fn(ExpectedEnquiry $one): int => $one->receivedAt, $enquiries);
        preg_match_all(
            '/^(\S{5}-\S{5})  /m',
            $this->call('list', ['--all' => true], (int) ($enquiries === [])),
            $found,
        );
        Assert::assertSame(
            array_values($received),
            array_map(static fn(string $reference): int => $received[$reference], $found[1]),
            'newest first',
        );

        /** @var array{waiting: int, failed: int, problems: list<array{what: string}>} $status */
        $status = json_decode($this->console('status', ['--json' => true])[1], true, flags: \JSON_THROW_ON_ERROR);
        Assert::assertSame(
            [\count($expected['waiting']), \count($expected['failed'])],
            [$status['waiting'], $status['failed']],
            'status',
        );
        $problems = implode("\n", array_column($status['problems'], 'what'));
        $failed = [];
        foreach ($enquiries as $enquiry) {
            foreach ($enquiry->deliveries as $target => $delivery) {
                $failed[$target] = ($failed[$target] ?? 0) + (int) ($delivery->state === 'failed');
            }
        }
        foreach ($failed as $target => $count) {
            $words = ($count === 1 ? 'One enquiry has' : "{$count} enquiries have") . " failed for {$target}:";
            Assert::assertSame($count > 0, str_contains($problems, $words), $problems);
        }
        Assert::assertSame(
            $problems === '' ? 200 : 503,
            (new Application($this->configuration, $this->clock))->health()->getStatusCode(),
            'health',
        );
        $csv = $this->call('export', ['--csv' => true]);
        foreach ($enquiries as $reference => $enquiry) {
            Assert::assertMatchesRegularExpression(
                "/^\"{$reference}\";\"[^\"]+\";\"{$enquiry->form}\";\"{$enquiry->lists()[0]}\"/m",
                $csv,
            );
        }
        $reference = array_key_first($enquiries);
        $shown = $reference === null ? '' : $this->call('show', ['reference' => $reference]);
        foreach ($enquiries[$reference]->deliveries ?? [] as $target => $delivery) {
            Assert::assertMatchesRegularExpression("/^{$target}: {$delivery->state}\\b/m", $shown);
        }
    }

    /** Servers accept everything, and the clock runs until nothing moves. */
    private function end(): void
    {
        $this->inHand = [];
        $this->jumpBack();
        $this->runUntilStill();
        $failed = \count(
            array_filter(
                $this->model->enquiries,
                static fn(ExpectedEnquiry $one): bool => \in_array('failed', $one->lists(), true),
            ),
        );
        if ($failed > 0) {
            // A finding names the command, maybe on two lines.
            Assert::assertMatchesRegularExpression('/run\s+retry\s+--all/', $this->console('status')[1]);
            $this->retryAll(0);
            $this->runUntilStill();
        }
        Assert::assertMatchesRegularExpression(
            '/"waiting": 0,\s+"oldestSeconds": null,\s+"failed": 0,/',
            $this->console('status', ['--json' => true])[1],
        );
        foreach ($this->model->enquiries as $reference => $enquiry) {
            Assert::assertFalse($enquiry->isOpen());
            $due = $enquiry->isDismissed
                ? []
                : array_intersect($this->model->promised[$reference] ?? [], $this->settings->targets($enquiry->form));
            foreach ($due as $target) {
                Assert::assertGreaterThan(
                    0,
                    $this->arrived["{$reference} {$target}"] ?? 0,
                    "{$target} lacks {$reference}.",
                );
            }
        }
        foreach ($this->arrived as $name => $times) {
            Assert::assertLessThanOrEqual(
                1 + ($this->mayArriveAgain[$name] ?? 0),
                $times,
                "It arrived too often: {$name}.",
            );
        }
    }

    private function runUntilStill(): void
    {
        $open = "SELECT id FROM enquiry WHERE state IN ('waiting', 'both')";
        $round = 0;
        while ($this->rows($open) !== [] && ++$round < 150) {
            $this->dispatch(static fn(): int => 0);
            $this->compareRows();
            $this->clock->now += 43_300;
        }
        Assert::assertLessThan(150, $round, 'It never ends.');
    }

    /**
     * By a connection that stays open: the product opens the file each time.
     * @return list<array<string, int|string|null>>
     */
    private function rows(string $sql): array
    {
        $this->pdo ??= new \PDO("sqlite:{$this->configuration->database()->name()}");
        $statement = $this->pdo->prepare($sql);
        $statement->execute();
        /** @var list<array<string, int|string|null>> $rows */
        $rows = $statement->fetchAll(\PDO::FETCH_ASSOC);

        return $rows;
    }

    /** @param array<string, mixed> $arguments */
    private function call(string $command, array $arguments = [], int $exitCode = 0): string
    {
        [$code, $said] = $this->console($command, $arguments);
        Assert::assertSame($exitCode, $code, "{$command} " . json_encode($arguments) . ": {$said}");

        return $said;
    }

    /**
     * @param array<string, mixed> $arguments
     * @return array{int, string}
     */
    private function console(string $command, array $arguments = []): array
    {
        $this->console ??= new Console(
            fn(): Configuration => $this->configuration,
            new Installation('/dev/null/server'),
            $this->clock,
        );
        $this->console->setAutoExit(false);
        $tester = new ApplicationTester($this->console);

        return [$tester->run(['command' => $command] + $arguments), $tester->getDisplay()];
    }
}
