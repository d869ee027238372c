<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Queue\Channel;
use Enquiry\Tests\Support\DatabaseServer;
use Enquiry\Tests\Support\DataFolders;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\Operator;
use Enquiry\Tests\Support\Queue;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;

/** Two machines that share a database, one with a clock that is 90 seconds ahead. */
final class TwoClocksTest extends TestCase
{
    private const DIFFERENCE = 90;

    private MailServer $server;

    protected function setUp(): void
    {
        $this->server = MailServer::start();
        $queue = $this->queue();
        $queue->database->change('DELETE FROM enquiry');
        $queue->database->change('DELETE FROM delivery');
        $queue->database->change('DELETE FROM enquiry_rate');
    }

    public function test_none_is_sent_twice(): void
    {
        [$behind, $ahead] = [$this->queue(), $this->queue(self::DIFFERENCE)];
        $references = [$behind->add(), $ahead->add()];
        $claim = $behind->outbox()->claim(Channel::Mail, $behind->configuration->mail()->smtp->leaseSeconds(), $behind->now);
        self::assertSame((string) $references[0], $claim?->enquiry->reference);
        self::assertSame([1, 0], [$behind->work(), $ahead->work()], 'the other one, once, and not what is being sent');
    }

    #[TestWith([90, 'seconds ahead of the database'])]
    #[TestWith([-90, 'seconds behind the database'])]
    #[TestWith([20, null])]
    public function test_status_names_a_clock_that_differs_from_the_database_server_s(int $difference, ?string $said): void
    {
        $queue = $this->queue();
        $queue->now = time() + $difference;
        $output = (string) preg_replace('/\s+/', ' ', Operator::run($queue->environment, $queue->clock(), 'status')[1]);

        $said === null ? self::assertStringNotContainsString('clock', $output) : self::assertStringContainsString($said, $output);
    }

    /** @param array<string, string> $settings */
    private function queue(int $ahead = 0, array $settings = []): Queue
    {
        $queue = new Queue($this->environment($settings));
        $queue->now += $ahead;

        return $queue;
    }

    /**
     * @param array<string, string> $settings
     *
     * @return array<string, string>
     */
    private function environment(array $settings = []): array
    {
        return Environment::for($this->server->port, $settings + [
            'DATABASE_URL' => DatabaseServer::mariadb()->url,
            'ADDRESS_KEY' => str_repeat('k', 32),
            'DATA_DIR' => DataFolders::fresh(),
        ]);
    }
}
