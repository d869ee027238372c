<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Database\Connection;
use Enquiry\Database\DatabaseUrl;
use Symfony\Component\Process\InputStream;
use Symfony\Component\Process\Process;

final class DatabaseServer
{
    public const PASSWORD = 'p@ss/w:rd';

    /** MariaDB refuses to run as root, so root starts it as Debian's user for it. */
    private const USER = 'mysql';

    private static ?self $running = null;

    public readonly string $url;

    /** @param string $certificate a PEM file, of the server itself */
    private function __construct(
        private readonly string $socket,
        private readonly Process $process,
        public readonly string $address,
        public readonly string $certificate,
    ) {
        $this->url = self::urlOf($socket);
    }

    public static function mariadb(): self
    {
        return self::$running ??= self::start();
    }

    public function suspend(): void
    {
        $this->signal(\SIGSTOP);
        do {
            // A thread stops when the kernel next runs it, and may still answer until then.
            $states = '';
            foreach ((array) glob("/proc/{$this->process->getPid()}/task/*/status") as $file) {
                $states .= @file_get_contents((string) $file);
            }
        } while (preg_match('/^State:\s+[^tT]/m', $states) === 1);
    }

    public function resume(): void
    {
        $this->signal(\SIGCONT);
    }

    private function signal(int $signal): void
    {
        posix_kill($this->process->getPid() ?? throw new \RuntimeException('The server has ended.'), $signal);
    }

    private static function start(): self
    {
        $folder = self::folder();
        $socket = "{$folder}/s";
        self::process([self::program('/usr/bin/mariadb-install-db'), '--no-defaults', "--datadir={$folder}/data", "--tmpdir={$folder}", '--auth-root-authentication-method=normal', '--skip-test-db'])->mustRun();
        // On the usual port, each process needs an address of its own.
        $address = implode('.', [127, random_int(1, 254), random_int(1, 254), random_int(1, 254)]);
        $certificate = Certificate::for("IP:{$address}");
        foreach ($certificate->options as $name => $file) {
            copy($file, "{$folder}/{$name}");
        }
        $process = self::process([
            self::program('/usr/sbin/mariadbd'), '--no-defaults', "--datadir={$folder}/data", "--socket={$socket}",
            "--pid-file={$folder}/pid", "--bind-address={$address}",
            // At its start it empties its temporary folder, which other servers may use.
            "--tmpdir={$folder}", '--innodb-flush-log-at-trx-commit=2', '--innodb-buffer-pool-size=32M', '--max-connections=200',
            "--ssl-cert={$folder}/cert", "--ssl-key={$folder}/key",
            // As some hosts: the server ignores the client's character set.
            '--skip-character-set-client-handshake', '--character-set-server=latin1',
        ]);
        $process->start();
        Children::afterTheParent(static fn() => $process->stop(2, \SIGQUIT));
        while (!file_exists("{$folder}/pid")) {
            if (!$process->isRunning()) {
                throw new \RuntimeException($process->getErrorOutput());
            }
            usleep(20_000); // Waits for another program to start, not for the code under test.
        }
        $server = new self($socket, $process, $address, $certificate->file);
        $root = $server->root();
        $root->command('CREATE DATABASE enquiries');
        $root->command("CREATE USER website@localhost IDENTIFIED BY '" . self::PASSWORD . "'");
        $root->command('GRANT ALL ON enquiries.* TO website@localhost');

        return $server;
    }

    private static function urlOf(string $socket): string
    {
        return 'mysql://website:' . rawurlencode(self::PASSWORD) . '@localhost/enquiries?socket=' . rawurlencode($socket);
    }

    /** @return string the URL of the same database over an encrypted connection */
    public function encrypted(string $certificate): string
    {
        $user = 'website:' . rawurlencode(self::PASSWORD);

        return "mysql://{$user}@{$this->address}/enquiries?ca=" . rawurlencode($certificate);
    }

    /** @return string the URL of the same database, whose connections are cut when they commit */
    public function cutAtCommit(): string
    {
        $socket = DataFolders::fresh();
        $script = __DIR__ . '/../../support/commit-cutter.mjs';
        Programs::start(new Process(['node', $script, $this->socket, $socket], input: new InputStream(), timeout: null))->nextMatching('/listening/');

        return self::urlOf($socket);
    }

    public function root(): Connection
    {
        $url = 'mysql://root@localhost/mysql?socket=' . rawurlencode($this->socket);

        return Connection::mysql(DatabaseUrl::parse($url) ?? throw new \LogicException("{$url} is invalid."));
    }

    /** Removes what earlier tests of this process stored. */
    public function dropTables(): void
    {
        $root = $this->root();
        foreach ($root->rows("SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'enquiries'") as $table) {
            $root->command("DROP TABLE enquiries.{$table->text('name')}");
        }
    }

    /** @return string the URL for a user who may not make tables */
    public function clerk(): string
    {
        $root = $this->root();
        $root->command("CREATE USER IF NOT EXISTS clerk@localhost IDENTIFIED BY 'x'");
        $root->command('GRANT SELECT, INSERT, UPDATE, DELETE ON enquiries.* TO clerk@localhost');

        return (string) preg_replace('~//[^@]+@~', '//clerk:x@', $this->url);
    }

    /**
     * Sets global variables of the server, which new connections inherit, and restores them afterwards.
     *
     * @param array<string, string|int>   $settings
     * @param \Closure(Connection): void $work     gets a connection of root
     */
    public function whileSet(array $settings, \Closure $work): void
    {
        $root = $this->root();
        $before = [];
        foreach ($settings as $name => $value) {
            $before[$name] = $root->one("SELECT @@GLOBAL.{$name} AS value")->values['value'];
            $root->change("SET GLOBAL {$name} = ?", [$value]);
        }
        try {
            $work($root);
        } finally {
            foreach ($before as $name => $value) {
                $root->change("SET GLOBAL {$name} = ?", [is_numeric($value) ? (int) $value : $value]);
            }
        }
    }

    private static function program(string $path): string
    {
        return is_executable($path) ? $path : throw new \RuntimeException("{$path} is missing: sudo apt-get install -y mariadb-server");
    }

    private static function folder(): string
    {
        $folder = DataFolders::made();
        if (posix_geteuid() === 0) {
            chown($folder, self::USER);
        }

        return $folder;
    }

    /** @param list<string> $command */
    private static function process(array $command): Process
    {
        $as = posix_geteuid() === 0 ? ['--reuid=' . self::USER, '--regid=' . self::USER, '--init-groups'] : [];

        // setpriv ends it together with this process.
        return new Process(['setpriv', '--pdeathsig=KILL', ...$as, '--', ...$command], '/', timeout: null);
    }
}
