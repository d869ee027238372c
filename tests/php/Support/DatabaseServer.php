<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Symfony\Component\Process\Process;

/**
 * A private MariaDB or PostgreSQL server in a temporary folder, reached by a socket in it; one of each
 * serves the whole run. They refuse to run as root, so root starts them as the user of Debian's package.
 */
final class DatabaseServer
{
    public const PASSWORD = 'p@ss/w:rd';

    /** @var array<string, self> */
    private static array $running = [];

    private function __construct(public readonly string $url, private readonly Process $process) {}

    public static function mariadb(): self
    {
        return self::$running['mariadb'] ??= self::startMariadb();
    }

    public static function postgresql(): self
    {
        return self::$running['postgresql'] ??= self::startPostgresql();
    }

    /**
     * It hangs meanwhile.
     *
     * @template T
     *
     * @param \Closure(): T $work
     *
     * @return T
     */
    public function whileSuspended(\Closure $work): mixed
    {
        $this->suspend();
        try {
            return $work();
        } finally {
            $this->resume();
        }
    }

    /** As a machine does that swaps or waits for its disk: its kernel takes connections and acknowledges bytes, and nothing is answered. */
    public function suspend(): void
    {
        $this->signal(\SIGSTOP);
    }

    public function resume(): void
    {
        $this->signal(\SIGCONT);
    }

    private function signal(int $signal): void
    {
        $server = $this->process->getPid() ?? throw new \RuntimeException('The server has ended.');
        posix_kill($server, $signal);
        // PostgreSQL has a process for each connection.
        $children = new Process(['pgrep', '--parent', (string) $server]);
        $children->run();
        foreach (array_filter(explode("\n", trim($children->getOutput())), is_numeric(...)) as $child) {
            posix_kill((int) $child, $signal);
        }
    }

    private static function startMariadb(): self
    {
        $server = self::program('mariadb-server', '/usr/sbin/mariadbd');
        $folder = self::folder('mysql');
        $socket = "{$folder}/s";
        self::run('mysql', [self::program('mariadb-server', '/usr/bin/mariadb-install-db'), '--no-defaults', "--datadir={$folder}/data", "--tmpdir={$folder}", '--auth-root-authentication-method=normal', '--skip-test-db']);
        $process = self::start('mysql', [
            $server, '--no-defaults', "--datadir={$folder}/data", "--socket={$socket}", "--pid-file={$folder}/pid", '--skip-networking',
            // As it starts, it deletes what other servers may just have put into the usual one.
            "--tmpdir={$folder}", '--innodb-flush-log-at-trx-commit=2', '--innodb-buffer-pool-size=32M', '--max-connections=200',
        ]);
        $root = self::connect(static fn(): \PDO => new \PDO("mysql:unix_socket={$socket}", 'root', ''), $process);
        $root->exec('CREATE DATABASE enquiries');
        $root->exec("CREATE USER website@localhost IDENTIFIED BY '" . self::PASSWORD . "'");
        $root->exec('GRANT ALL ON enquiries.* TO website@localhost');

        return new self('mysql://website:' . rawurlencode(self::PASSWORD) . '@localhost/enquiries?socket=' . rawurlencode($socket), $process);
    }

    private static function startPostgresql(): self
    {
        $candidates = glob('/usr/lib/postgresql/*/bin');
        $bin = $candidates === false || $candidates === [] ? '/usr/lib/postgresql/15/bin' : end($candidates);
        $server = self::program('postgresql', "{$bin}/postgres");
        $folder = self::folder('postgres');
        file_put_contents("{$folder}/password", self::PASSWORD);
        self::run('postgres', [self::program('postgresql', "{$bin}/initdb"), '-D', "{$folder}/data", '-U', 'website', '-A', 'scram-sha-256', "--pwfile={$folder}/password", '-E', 'UTF8', '--no-locale', '--no-sync']);
        $process = self::start('postgres', [
            $server, '-D', "{$folder}/data", '-c', 'listen_addresses=', '-c', "unix_socket_directories={$folder}", '-c', 'fsync=off', '-c', 'max_connections=200',
        ]);
        self::connect(static fn(): \PDO => new \PDO("pgsql:host={$folder};dbname=postgres", 'website', self::PASSWORD), $process);

        return new self('pgsql://website:' . rawurlencode(self::PASSWORD) . '@localhost/postgres?socket=' . rawurlencode($folder), $process);
    }

    private static function program(string $package, string $path): string
    {
        if (!is_executable($path)) {
            throw new \RuntimeException("{$path} is missing: sudo apt-get install -y mariadb-server postgresql (package {$package})");
        }

        return $path;
    }

    private static function folder(string $user): string
    {
        $folder = DataFolders::fresh();
        mkdir($folder, 0o700);
        if (posix_geteuid() === 0) {
            chown($folder, $user);
        }

        return $folder;
    }

    /** @param list<string> $command */
    private static function run(string $user, array $command): void
    {
        self::process($user, $command)->mustRun();
    }

    /** @param list<string> $command */
    private static function start(string $user, array $command): Process
    {
        $process = self::process($user, $command);
        $process->start();
        $owner = getmypid();
        register_shutdown_function(static function () use ($process, $owner): void {
            // Not in a child that a test forked; and at once (SIGQUIT, SIGKILL): nothing in it is worth keeping.
            if (getmypid() === $owner) {
                $process->stop(2, \SIGQUIT);
            }
        });

        return $process;
    }

    /** @param list<string> $command */
    private static function process(string $user, array $command): Process
    {
        $as = posix_geteuid() === 0 ? ["--reuid={$user}", "--regid={$user}", '--init-groups'] : [];

        // It dies with this process, however that ends.
        return new Process(['setpriv', '--pdeathsig=KILL', ...$as, '--', ...$command], '/', timeout: null);
    }

    /** @param \Closure(): \PDO $connect */
    private static function connect(\Closure $connect, Process $process): \PDO
    {
        for ($tries = 0;; ++$tries) {
            try {
                return $connect();
            } catch (\PDOException $failure) {
                if (!$process->isRunning() || $tries === 600) {
                    throw new \RuntimeException($process->getErrorOutput(), previous: $failure);
                }
                usleep(20_000); // Waiting for another program to start; no test's own time passes here.
            }
        }
    }
}
