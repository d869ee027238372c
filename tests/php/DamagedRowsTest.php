<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Application;
use Enquiry\Store\Connection;
use Enquiry\Store\DatabaseUrl;
use Enquiry\Tests\Support\Answer;
use Enquiry\Tests\Support\DatabaseServer;
use Enquiry\Tests\Support\DataFolders;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\Operator;
use Enquiry\Tests\Support\Queue;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;
use Symfony\Component\HttpFoundation\Request;

/** SQLite keeps in any column whatever it is given. Whatever a row holds, it fails nobody but itself. */
final class DamagedRowsTest extends TestCase
{
    /** By column, as SQL. */
    private const DAMAGES = [
        'received_at' => ["'abc'", "''", '-1', '0', '9223372036854775807', '1e300', "x'FF'"],
        'attempts' => ["'abc'", '-5', '9223372036854775807', '9e999', "x'00'"],
        'due_at' => ["'abc'", '-9223372036854775808', "x'FF'", '9223372036854775807'],
        'unanswered' => ["'abc'", '-1', '9223372036854775807'],
        'resent_at' => ["'abc'", '9223372036854775807'],
        'sent_at' => ["'abc'", '9e999'],
        'delivered_to' => ["'[\"'", "'{\"a\":1}'", "'[1]'", "x'FF'"],
        'payload' => ["''", "'{\"name\":1}'", "x'FF00'", "'[' || replace(hex(zeroblob(600)), '0', '[')"],
        'flags' => ["''", "'1'", "x'FF'"],
        'reference' => ["'x'", "''", "x'FF1B'", "'longer than any column has room for'"],
        'idempotency_key' => ["x'FF00'"],
        'email' => ["''", "x'FF00'"],
        'last_error' => ["x'FF1B'", "'<error>' || x'1B' || '[31m'"],
        'lease' => ["'abc'", "x'FF'"],
        'state' => ["'sending'", "'WAITING'", "'a'", "'z'"],
    ];

    private MailServer $server;
    /** @var array<string, string> */
    private array $environment;
    private Queue $queue;
    /** @var list<string> */
    private array $sound = [];

    protected function setUp(): void
    {
        $this->server = MailServer::start();
        $this->environment = Environment::for($this->server->port, ['HEALTH_TOKEN' => 'a-token-of-no-less-than-32-characters']);
        $this->queue = new Queue($this->environment);
        $this->sound[] = (string) $this->queue->add(['email' => 'sound@example.com']);
        $id = 1;
        foreach (self::DAMAGES as $column => $values) {
            foreach ($values as $value) {
                $this->queue->add(['subject' => "{$column} {$id}"]);
                ++$id;
                $this->queue->database->write(static fn(Connection $connection): int => $connection->change("UPDATE enquiry SET {$column} = {$value} WHERE id = {$id}"));
            }
        }
        $this->sound[] = (string) $this->queue->add(['email' => 'sound@example.com', 'subject' => 'The last']);
    }

    protected function tearDown(): void
    {
        $this->server->stop();
    }

    public function test_everything_else_is_delivered_and_every_command_goes_on(): void
    {
        $all = \count(array_merge(...array_values(self::DAMAGES))) + 2;
        $this->look('waiting', 1);
        self::assertStringContainsString(": {$all}", $this->call('backup'));

        $this->queue->work();
        $this->queue->now += 3600;
        $this->queue->work();
        foreach ($this->sound as $reference) {
            self::assertMatchesRegularExpression("/{$reference} .* sent /", $this->call('find', ['email' => 'sound@example.com']));
        }
        $this->queue->now += 5 * 86_400;
        $this->queue->work();
        self::assertStringContainsString('"waiting":0', $this->numbers(1));
        $failed = $this->call('failed');
        self::assertSame(substr_count($failed, 'cannot be decoded') + substr_count($failed, 'which there is not'), substr_count($failed, 'SAST'), $failed);
        self::assertLessThanOrEqual(80, max(array_map(mb_strlen(...), explode("\n", (string) preg_replace('/^failed:show.*/m', '', $failed)))));
        self::assertStringNotContainsString("\e", $failed);
        $this->look('failed', 1);

        foreach (['x', ''] as $reference) {
            $this->call('failed:dismiss', ['reference' => $reference]);
            $this->call('failed:show', ['reference' => $reference]);
        }
        $this->queue->now += 800 * 86_400;
        self::assertStringContainsString("Deleted: {$all}", $this->call('purge'));
    }

    #[TestWith(['sqlite'])]
    #[TestWith(['mariadb'])]
    public function test_all_of_them_move_and_are_restored(string $kind): void
    {
        $url = $kind === 'mariadb' ? DatabaseServer::mariadb()->url : 'sqlite://' . DataFolders::fresh();
        $target = DatabaseUrl::parse($url)?->open() ?? self::fail();
        $count = static fn(): int => $target->read(static fn(Connection $connection): int => $connection->row('SELECT COUNT(*) AS stored FROM enquiry')?->number('stored') ?? 0);
        $target->write(static fn(Connection $connection): int => $connection->change('DELETE FROM enquiry'));
        $all = \count(array_merge(...array_values(self::DAMAGES))) + 2;
        $file = DataFolders::fresh();
        $this->call('backup', ['file' => $file]);

        // What a lease without an end would keep is brought back by the worker.
        $this->queue->database->write(static fn(Connection $connection): int => $connection->change('UPDATE enquiry SET lease = NULL'));
        self::assertStringContainsString(": {$all}", $this->call('move', ['url' => $url]));
        self::assertSame($all, $count());
        $target->write(static fn(Connection $connection): int => $connection->change('DELETE FROM enquiry'));
        $this->environment['DATABASE_URL'] = $url;
        self::assertStringContainsString(": {$all}. There already: 0", $this->call('restore', ['file' => $file]));
        self::assertSame($all, $count());
    }

    /** At all that shows enquiries. */
    private function look(string $state, int $exitCode = 0): void
    {
        self::assertStringContainsString("\"{$state}\":", $this->numbers($exitCode));
        $this->call('failed');
        foreach ([1, 2, 3] as $page) {
            $this->call('list', ['--page' => (string) $page]);
        }
        $this->call('find', ['email' => 'zoe@example.co.za']);
        self::assertIsArray(json_decode($this->call('export', ['email' => 'zoe@example.co.za']), true, 1024));
        $answer = $this->health();
        self::assertArrayHasKey($state, $answer->json(), $answer->body);
    }

    private function numbers(int $exitCode = 0): string
    {
        return Operator::call($this->environment, $this->queue->clock(), 'status', ['--json' => true], $exitCode);
    }

    /** @param array<string, mixed> $arguments */
    private function call(string $command, array $arguments = []): string
    {
        return Operator::call($this->environment, $this->queue->clock(), $command, $arguments);
    }

    private function health(): Answer
    {
        $request = Request::create('/contact_health.php', server: ['HTTP_AUTHORIZATION' => "Bearer {$this->environment['HEALTH_TOKEN']}"]);

        return Answer::of(Application::health($this->queue->configuration, $this->queue->clock())->handle($request));
    }
}
