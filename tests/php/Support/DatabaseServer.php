<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Database\Connection;
use Enquiry\Database\DatabaseUrl;
use Symfony\Component\Process\Process;

/** One MariaDB server for all processes that run tests. Each has a database and a user of its own. */
final class DatabaseServer
{
    public const PASSWORD = 'p@ss/w:rd';

    /** MariaDB refuses to run as root, so root starts it as Debian's user for it. */
    private const USER = 'mysql';

    /** The environment variable with the folder of the server that another process started. */
    private const STARTED = 'TEST_DATABASE_SERVER';

    private static ?self $running = null;

    /** The name of the database, and of its user. */
    public readonly string $name;

    public readonly string $url;
    public readonly string $address;

    /** The server's own, in a PEM file. */
    public readonly string $certificate;

    private readonly string $socket;

    /** @param string $folder of the running server */
    private function __construct(string $folder)
    {
        $this->name = 'enquiries' . getenv('TEST_TOKEN');
        $this->socket = "{$folder}/s";
        $this->url = $this->urlOf($this->socket);
        $this->address = (string) file_get_contents("{$folder}/address");
        $this->certificate = "{$folder}/cert";
        $root = $this->root();
        $root->command("CREATE DATABASE {$this->name}");
        $root->command("CREATE USER {$this->name}@localhost IDENTIFIED BY '" . self::PASSWORD . "'");
        $root->command("GRANT ALL ON {$this->name}.* TO {$this->name}@localhost");
    }

    /** Starts the server for the processes that this one starts. */
    public static function share(): void
    {
        // Symfony's Process passes on the variables that are in both.
        $_SERVER[self::STARTED] = self::start();
        putenv(self::STARTED . "={$_SERVER[self::STARTED]}");
    }

    public static function mariadb(): self
    {
        $started = getenv(self::STARTED);

        return self::$running ??= new self($started === false ? self::start() : $started);
    }

    private static function start(): string
    {
        $folder = self::folder();
        self::process([self::program('/usr/bin/mariadb-install-db'), '--no-defaults', "--datadir={$folder}/data", "--tmpdir={$folder}", '--auth-root-authentication-method=normal', '--skip-test-db'])->mustRun();
        // On the usual port, each server needs an address of its own.
        $address = implode('.', [127, random_int(1, 254), random_int(1, 254), random_int(1, 254)]);
        file_put_contents("{$folder}/address", $address);
        foreach (Certificate::for("IP:{$address}")->options as $name => $file) {
            copy($file, "{$folder}/{$name}");
        }
        $process = self::process([
            self::program('/usr/sbin/mariadbd'), '--no-defaults', "--datadir={$folder}/data", "--socket={$folder}/s",
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

        return $folder;
    }

    private function urlOf(string $socket): string
    {
        return "mysql://{$this->name}:" . rawurlencode(self::PASSWORD) . "@localhost/{$this->name}?socket=" . rawurlencode($socket);
    }

    /** @return string the URL of the same database over an encrypted connection */
    public function encrypted(string $certificate): string
    {
        $user = "{$this->name}:" . rawurlencode(self::PASSWORD);

        return "mysql://{$user}@{$this->address}/{$this->name}?ca=" . rawurlencode($certificate);
    }

    /** @param string $fault 'cut': connections are cut when they commit */
    public function relay(string $fault = ''): DatabaseRelay
    {
        $socket = DataFolders::fresh();

        return new DatabaseRelay($this->urlOf($socket), [$this->socket, $socket, $fault]);
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
        foreach ($root->rows('SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ?', [$this->name]) as $table) {
            $root->command("DROP TABLE {$this->name}.{$table->text('name')}");
        }
    }

    /** @return string the URL for a user who may not make tables */
    public function clerk(): string
    {
        $root = $this->root();
        $root->command("CREATE USER IF NOT EXISTS {$this->name}_clerk@localhost IDENTIFIED BY 'x'");
        $root->command("GRANT SELECT, INSERT, UPDATE, DELETE ON {$this->name}.* TO {$this->name}_clerk@localhost");

        return (string) preg_replace('~//[^@]+@~', "//{$this->name}_clerk:x@", $this->url);
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
