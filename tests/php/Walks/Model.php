<?php

declare(strict_types=1);

namespace Enquiry\Tests\Walks;

use PHPUnit\Framework\Assert;

/** The table of states in docs/message.md, in plain PHP. */
final class Model
{
    /** No wait in the tables is longer, but for a clock that was ahead. */
    private const LONGEST = 43_200 + 120;

    /** Seconds after attempts that may have arrived. */
    private const AFTER_SILENCE = [0, 3_600, 14_400, 43_200];

    /** @var array<string, ExpectedEnquiry> by reference */
    public array $enquiries = [];

    /** @var array<string, list<string>> whom the settings named when a process last saw the enquiry open */
    public array $promised = [];

    /** @return array<string, ExpectedEnquiry> as a backup keeps them: without leases */
    public function backup(): array
    {
        $kept = array_map(static fn(ExpectedEnquiry $one): ExpectedEnquiry => clone $one, $this->enquiries);
        foreach ($kept as $enquiry) {
            foreach ($enquiry->deliveries as $delivery) {
                $delivery->lease = null;
            }
        }

        return $kept;
    }

    /** @param array<string, ExpectedEnquiry> $backup */
    public function restore(array $backup): void
    {
        $this->enquiries += array_map(static fn(ExpectedEnquiry $one): ExpectedEnquiry => clone $one, $backup);
    }

    /**
     * @param string $lease of the claimed delivery
     * @return ?ExpectedDelivery the claimed one, as it is afterwards; null if there was nothing to claim
     */
    public function claim(
        Recipients $settings,
        int $now,
        bool $toWebhook,
        ?string $reference,
        string $target,
        string $lease,
        int $seconds,
    ): ?ExpectedDelivery {
        $isMine = static fn(string $one): bool => ($one === Recipients::WEBHOOK) === $toWebhook;
        if ($settings->perHour > 0 && $this->sentInHour($now, $isMine) >= $settings->perHour) {
            Assert::assertNull($reference, 'The limit of the hour is reached.');

            return null;
        }
        foreach ($this->enquiries as $enquiry) {
            if ($enquiry->isOpen() && $enquiry->plannedFor !== null && !$settings->areSame($enquiry->plannedFor)) {
                $this->plan($enquiry, $settings, $now);
            }
        }
        foreach ([false, true] as $isMarked) {
            $new = array_filter($this->enquiries, static fn(ExpectedEnquiry $enquiry): bool
                => $enquiry->isMarked === $isMarked && $enquiry->isOpen() && $enquiry->plannedFor === null);
            uasort($new, static fn(ExpectedEnquiry $one, ExpectedEnquiry $other): int
                => $one->receivedAt <=> $other->receivedAt);
            foreach (\array_slice($new, 0, 1) as $oldest) {
                $this->plan($oldest, $settings, $now, min($now, $oldest->receivedAt));
            }
            $due = [];
            foreach ($this->enquiries as $name => $enquiry) {
                if ($enquiry->isMarked === $isMarked && $enquiry->isOpen() && $enquiry->plannedFor !== null) {
                    $this->promised[$name] = $settings->targets($enquiry->form);
                }
                foreach ($enquiry->isMarked === $isMarked ? $enquiry->deliveries : [] as $to => $delivery) {
                    if ($isMine($to) && $delivery->state === 'waiting' && self::isDue($delivery->dueAt, $now)) {
                        $due["{$name} {$to}"] = $delivery->dueAt;
                    }
                }
            }
            if ($due !== []) {
                Assert::assertNotNull(
                    $reference,
                    'Nothing was claimed, although these were due: ' . implode(', ', array_keys($due)),
                );
                Assert::assertSame(
                    min($due),
                    $due["{$reference} {$target}"] ?? null,
                    'Another delivery has been due longer.',
                );
                $delivery = $this->enquiries[$reference]->deliveries[$target];
                $delivery->unanswered += (int) ($delivery->lease !== null);
                $delivery->lease = $lease;
                $delivery->dueAt = $now + max($seconds, self::AFTER_SILENCE[$delivery->unanswered] ?? 0);

                return $delivery;
            }
        }
        Assert::assertNull($reference, 'Something was claimed that was not due.');

        return null;
    }

    private function plan(ExpectedEnquiry $enquiry, Recipients $settings, int $now, ?int $since = null): void
    {
        $targets = $settings->targets($enquiry->form);
        foreach ($targets as $target) {
            $delivery = $enquiry->deliveries[$target] ?? null;
            if ($delivery === null) {
                $enquiry->deliveries[$target] = new ExpectedDelivery($since ?? $now, $since ?? $now);
            } elseif (\in_array($delivery->state, ['dropped', 'dismissed'], true)) {
                $delivery->reset($since ?? $now);
            }
        }
        foreach ($enquiry->deliveries as $target => $delivery) {
            if (\in_array($delivery->state, ['waiting', 'failed'], true) && !\in_array($target, $targets, true)) {
                $delivery->state = 'dropped';
            }
        }
        $enquiry->plannedFor = $settings;
    }

    /**
     * What the next claim gives up, because it may have arrived too often.
     * @return iterable<array{string, string, ExpectedDelivery}>
     */
    public function exhausted(int $now): iterable
    {
        foreach ($this->enquiries as $reference => $enquiry) {
            foreach ($enquiry->deliveries as $target => $one) {
                if (
                    $one->state === 'waiting'
                    && self::isDue($one->dueAt, $now)
                    && $one->unanswered + (int) ($one->lease !== null) >= 4
                ) {
                    yield [$reference, $target, $one];
                }
            }
        }
    }

    private static function isDue(int $dueAt, int $now): bool
    {
        return $dueAt <= $now || $dueAt > $now + self::LONGEST;
    }

    /** @param \Closure(string): bool $isMine */
    private function sentInHour(int $now, \Closure $isMine): int
    {
        $sent = 0;
        foreach ($this->enquiries as $enquiry) {
            foreach ($enquiry->deliveries as $target => $one) {
                $isUsed = $one->state === 'sent' || ($one->state === 'waiting' && $one->lease !== null);
                $isInHour = $one->dueAt > $now - 3_600 && $one->dueAt <= $now + 43_200;
                $sent += (int) ($isMine($target) && $isUsed && $isInHour);
            }
        }

        return $sent;
    }

    /** @return bool whether this process still had the lease */
    public function settle(
        string $reference,
        string $target,
        string $lease,
        string $outcome,
        ?int $dueAt,
        int $now,
    ): bool {
        $delivery = $this->enquiries[$reference]->deliveries[$target] ?? null;
        if ($delivery?->lease !== $lease) {
            return false;
        }
        [$delivery->lease, $delivery->dueAt] = [null, $dueAt ?? $now];
        if ($outcome === 'delivered') {
            [$delivery->state, $delivery->deliveredAt] = ['sent', $now];
        } elseif ($delivery->state === 'waiting') {
            $delivery->state = $dueAt === null ? 'failed' : 'waiting';
        }
        $delivery->attempts += (int) ($outcome === 'refused');
        $delivery->unanswered += (int) ($outcome === 'unanswered');

        return true;
    }

    /** @return array<string, bool> by each target that a retry sends it to: whether that target has it already */
    public function retried(string $reference, string $to, Recipients $settings): array
    {
        $enquiry = $this->enquiries[$reference];
        $retried = [];
        $targets = $settings->targets($enquiry->form);
        $isWaiting = $enquiry->isOpen() && $enquiry->plannedFor === null;
        $isOnlyHad = $enquiry->state() === 'sent';
        for ($round = 0; $round < 2 && $retried === []; ++$round) {
            foreach ($targets as $target) {
                $delivery = $enquiry->deliveries[$target] ?? null;
                $isRetried = match ($delivery->state ?? '') {
                    'waiting' => false,
                    'failed' => $to === '' || $to === $target,
                    'sent' => $target !== Recipients::WEBHOOK && ($to === $target || ($to === '' && $isOnlyHad)),
                    default => !$isWaiting,
                };
                if ($isRetried) {
                    $retried[$target] = $delivery?->deliveredAt !== null;
                }
            }
            // A dismissed one that everybody has.
            $isOnlyHad = $enquiry->isDismissed;
        }

        return $to === '' || (isset($retried[$to]) && !$enquiry->isDismissed) ? $retried : [];
    }

    public function retry(string $reference, string $to, Recipients $settings, int $now): void
    {
        $enquiry = $this->enquiries[$reference];
        $retried = $this->retried($reference, $to, $settings);
        foreach (array_keys($retried) as $target) {
            $enquiry->isDismissed = false;
            $delivery = $enquiry->deliveries[$target] ?? null;
            if ($delivery !== null && \in_array($delivery->state, ['sent', 'failed'], true)) {
                $delivery->resentAt = $delivery->state === 'sent' ? $now : $delivery->resentAt;
                $delivery->reset($now);
            }
        }
        if ($retried !== [] || $enquiry->isOpen()) {
            $this->plan($enquiry, $settings, $now);
            $this->promised[$reference] = $settings->targets($enquiry->form);
        }
    }

    public function dismiss(string $reference): void
    {
        $enquiry = $this->enquiries[$reference];
        if (!$enquiry->isOpen()) {
            return;
        }
        foreach ($enquiry->deliveries as $delivery) {
            $isOver = !\in_array($delivery->state, ['waiting', 'failed'], true);
            $delivery->state = $isOver ? $delivery->state : 'dismissed';
        }
        $enquiry->isDismissed = true;
    }

    public function makeDue(int $now): void
    {
        foreach ($this->enquiries as $enquiry) {
            foreach ($enquiry->deliveries as $delivery) {
                if ($delivery->state === 'waiting' && $delivery->lease === null && $delivery->dueAt > $now) {
                    $delivery->dueAt = $now;
                }
            }
        }
    }
}
