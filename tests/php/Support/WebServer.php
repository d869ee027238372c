<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Symfony\Component\Process\Process;

final readonly class WebServer
{
    private function __construct(private Process $process, public Lines $log, public int $port) {}

    /**
     * @param array<string, string> $environment
     * @param array<string, string> $ini
     * @param ?string               $shown  another document root, or a router script
     */
    public static function start(array $environment, array $ini = [], string $server = __DIR__ . '/../../../server', ?string $shown = null): self
    {
        $settings = [];
        foreach ($ini as $key => $value) {
            array_push($settings, '-d', "{$key}={$value}");
        }
        $shown ??= "{$server}/index.php";
        $process = new Process(
            // setpriv ends it together with this process.
            ['setpriv', '--pdeathsig=KILL', \PHP_BINARY, ...$settings, '-S', '127.0.0.1:0', ...(is_dir($shown) ? ['-t', $shown] : [$shown])],
            env: $environment,
            timeout: null,
        );
        $log = Programs::start($process);
        $port = (int) $log->nextMatching('~\(http://127\.0\.0\.1:(\d+)\) started~');

        return new self($process, $log, $port);
    }

    /** @param array<string, string> $headers */
    public function request(string $method, array $headers, string $body, string $path = '/contact_process.php'): Answer
    {
        if (!isset($headers['Transfer-Encoding'])) {
            $headers['Content-Length'] = (string) \strlen($body);
        }
        $head = "{$method} {$path} HTTP/1.1\r\nConnection: close\r\n";
        foreach ($headers + ['Host' => 'attacker.example'] as $name => $value) {
            $head .= "{$name}: {$value}\r\n";
        }
        $connection = stream_socket_client("tcp://127.0.0.1:{$this->port}");
        \assert($connection !== false);
        fwrite($connection, "{$head}\r\n{$body}");
        // Reads as far as Content-Length: the server may work on after the answer.
        $raw = '';
        do {
            $raw .= fread($connection, 65_536);
            $answer = Answer::parse($raw);
        } while (!feof($connection) && !$answer->isWhole());
        fclose($connection);

        return $answer;
    }

    /** Waits until the delivery after the last answer has ended: the server answers one request after the other. */
    public function waitUntilIdle(): void
    {
        // An address that is no script of the endpoint's starts no delivery of its own.
        $this->request('GET', [], '', '/nothing.php');
    }

    /** Skips the lines of earlier tests. */
    public function skipLog(): void
    {
        $connection = stream_socket_client("tcp://127.0.0.1:{$this->port}");
        \assert($connection !== false);
        $name = stream_socket_get_name($connection, false);
        fclose($connection);
        $this->log->nextMatching("~{$name} Clos~");
    }

    /**
     * Posts as the page's script does.
     *
     * @param array<string, string> $fields override the contract's sample message
     * @param array<string, string> $headers
     */
    public function postMessage(array $fields = [], array $headers = [], string $path = '/contact_process.php'): Answer
    {
        return $this->request('POST', ['Content-Type' => 'application/json'] + $headers, Contract::json($fields + Contract::answers()['message']), $path);
    }

    /**
     * Posts the form of a browser without JavaScript.
     *
     * @param array<string, mixed>  $fields override the contract's sample message
     * @param array<string, string> $headers
     */
    public function postForm(array $fields = [], array $headers = []): Answer
    {
        return $this->request('POST', ['Content-Type' => 'application/x-www-form-urlencoded'] + $headers, http_build_query($fields + Contract::answers()['message']));
    }

    public function stop(): void
    {
        $this->process->stop();
    }
}
