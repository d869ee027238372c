<?php

declare(strict_types=1);

namespace Enquiry\Operations\Doctor;

use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\InvalidConfiguration;
use Enquiry\Configuration\Settings;
use Enquiry\Delivery\HealthCheck;
use Enquiry\Delivery\QueueStatus;
use Enquiry\FailedStart;
use Enquiry\Http\ClientAddresses;
use Enquiry\Operations\LogFile;
use Enquiry\Store\DataFolder;
use Enquiry\Store\Dialect;
use Enquiry\Store\SqliteDatabase;
use Monolog\Level;
use Monolog\Logger;
use Random\Randomizer;

/** This machine: its configuration, PHP, permissions, log and queue. */
final readonly class HostChecks
{
    /** Mail cannot be sent without them. What else hosts disable, standIns.php stands in for. */
    private const MAIL_FUNCTIONS = ['stream_context_create', 'stream_get_meta_data', 'stream_select', 'stream_set_blocking', 'stream_socket_client', 'stream_socket_enable_crypto'];

    private const MOST_MINUTES_WITHOUT_WORKER = 10;


    private const SECONDS_BACKUP_IS_FRESH = 691_200;


    /** For whom is not root, as on most shared hosts. */
    private const OF_ANOTHER_USER = 'Where you are not root, ask your host to give it to your account, or do so in its panel, some of which can.';

    /**
     * @param string                                $server the folder that holds vendor and public
     * @param ?\Closure(Configuration): QueueStatus $queue
     */
    public function __construct(
        private Configuration $configuration,
        private string $server,
        private ?\Closure $queue,
        private Randomizer $randomizer,
    ) {}

    /**
     * @param list<string> $faults   each says by itself how to mend it
     * @param list<string> $refusing those of them that keep enquiries out
     *
     * @return iterable<Finding>
     */
    public static function configuration(array $faults, array $refusing = []): iterable
    {
        if ($faults === []) {
            yield Finding::ok('The configuration has no faults.');
        }
        foreach ($faults as $fault) {
            $consequence = match (true) {
                \in_array($fault, $refusing, true) => 'No enquiry is taken until this is mended: visitors are told to try later, or to phone.',
                $refusing === [] => 'Enquiries are taken and wait; none is mailed until this is mended.',
                default => 'No enquiry is mailed until this is mended.',
            };
            yield Finding::problem("The configuration has a fault: {$fault}", "{$consequence} Set it in .env or in the environment; .env.example explains every key. Nothing else can be looked at before.");
        }
    }

    /**
     * What is in .env and means nothing, which may have been meant for something.
     *
     * @return iterable<Finding>
     */
    public static function environmentFile(string $folder): iterable
    {
        $file = "{$folder}/.env";
        $example = (string) @file_get_contents("{$file}.example");
        if ($example === '' || !is_file($file)) {
            return;
        }
        $content = (string) @file_get_contents($file);
        if (trim($content) === trim($example)) {
            yield Finding::problem("{$file} is as setup made it.", 'Fill in SMTP_HOST, MAIL_FROM and MAIL_TO at least, and what your host needs besides.');

            return;
        }
        // Half of a file may have all that has to be there, and then DATA_DIR, say, is another one unnoticed.
        if ($content !== '' && !str_ends_with($content, "\n")) {
            yield Finding::warning("{$file} ends within a line, as where it was cut off on its way.", 'See that its last line is whole and that none is missing after it, then end it with a line break.');
        }
        preg_match_all('/^#?([A-Z][A-Z0-9_]*)=/m', $example, $known);
        try {
            $keys = array_keys(Settings::read($file)[0]);
        } catch (InvalidConfiguration) {
            return;
        }
        foreach (array_diff($keys, $known[1]) as $key) {
            $distances = array_filter(array_map(static fn(string $one): int => levenshtein($one, $key), array_combine($known[1], $known[1])), static fn(int $distance): bool => $distance <= 3);
            $nearest = $distances === [] ? [] : array_keys($distances, min($distances), true);
            yield Finding::warning("{$file} has {$key}, which is no setting.", $nearest === [] ? 'Delete it, or see .env.example for what was meant.' : 'Perhaps ' . implode(' or ', $nearest) . ' was meant.');
        }
    }

    /**
     * composer.json is what says which PHP and which extensions are needed.
     *
     * @param ?Dialect $database what enquiries are kept in, as far as it is known
     *
     * @return iterable<Finding>
     */
    public static function php(string $server, ?Dialect $database): iterable
    {
        $composerFile = "{$server}/composer.json";
        $json = is_file($composerFile) ? @file_get_contents($composerFile) : false;
        $composer = json_decode((string) $json, true);
        $required = \is_array($composer) ? $composer['require'] ?? null : null;
        if (!\is_array($required)) {
            yield Finding::problem("{$composerFile} is missing or cannot be read.", 'Upload the server folder again, whole.');

            return;
        }
        yield from self::phpVersion(\is_string($required['php'] ?? null) ? ltrim($required['php'], '>=^~ ') : '0');
        yield from self::phpExtensions([
            ...array_keys($required),
            ...array_map(static fn(string $name): string => "ext-{$name}", $database?->extensions() ?? []),
        ]);
        yield from self::phpSettings($database);
    }

    /**
     * Whether all of the program is there that the build made, and whole: without the mail's template, say,
     * enquiries are taken and none can be mailed.
     *
     * @return iterable<Finding>
     */
    public function program(): iterable
    {
        $built = json_decode((string) @file_get_contents("{$this->configuration->pagesFolder}/private.json"), true);
        if (!\is_array($built) || array_is_list($built)) {
            return;
        }
        require_once __DIR__ . '/../../failedStart.php';
        [$missing, $other] = FailedStart::differences($this->server, $built);
        if ($missing !== []) {
            yield Finding::problem('Files of the program are missing: ' . FailedStart::some($missing) . '.', 'Upload the folder private whole, over what is there.');
        }
        if ($other !== []) {
            yield Finding::problem('Files of the program are not as the build made them: ' . FailedStart::some($other) . '.', 'The upload may have broken off: upload the folder private whole, over what is there. What was changed by hand belongs into a build, or the next upload takes it away.');
        }
        if ($missing === [] && $other === []) {
            yield Finding::ok('All files of the program are there, and whole: ' . \count($built) . '.');
        }
    }

    /** @return iterable<Finding> */
    private static function phpSettings(?Dialect $database): iterable
    {
        $missing = array_filter(self::MAIL_FUNCTIONS, static fn(string $function): bool => !\function_exists($function));
        if ($missing !== []) {
            yield Finding::problem('PHP has functions disabled without which no mail can be sent: ' . implode(', ', $missing) . '.', 'Have them taken out of disable_functions in php.ini, for the command line and for the web server.');
        }
        if (!str_contains(strtoupper((string) \ini_get('variables_order')), 'S')) {
            yield Finding::warning('variables_order in php.ini has no S: under some web servers PHP then tells scripts nothing of the request.', 'Set variables_order = "GPCS" in php.ini, for the web server too.');
        }
        // The only limit on waiting for MySQL; a day unless it is set.
        if ($database === Dialect::Mysql && @ini_set('mysqlnd.net_read_timeout', (string) \ini_get('mysqlnd.net_read_timeout')) === false) {
            yield Finding::warning('ini_set() is disabled: a database server that hangs would be waited for as long as php.ini says.', 'Set mysqlnd.net_read_timeout = 2 in php.ini, for the web server.');
        }
        if (!self::canKeepFiles()) {
            yield Finding::problem('The temporary folder of PHP, ' . sys_get_temp_dir() . ', is missing, full or closed: an enquiry of more than 16 KB is refused.', 'Make room in it or open it, or set sys_temp_dir in php.ini to a folder that the user of PHP may write to.');
        }
    }

    /** As PHP itself keeps the body of a request. */
    private static function canKeepFiles(): bool
    {
        $file = @fopen('php://temp/maxmemory:1', 'w+');

        return $file !== false && @fwrite($file, str_repeat(' ', 65_536)) === 65_536;
    }

    /** @return iterable<Finding> */
    private static function phpVersion(string $least): iterable
    {
        yield version_compare(\PHP_VERSION, $least, '>=')
            ? Finding::ok('PHP ' . \PHP_VERSION . ' is new enough' . (\PHP_SAPI === 'cli' ? ', on the command line at least.' : '.'))
            : Finding::problem('PHP ' . \PHP_VERSION . " is too old: {$least} or newer is needed.", 'Choose a newer PHP in the control panel of your host.');
    }

    /**
     * @param list<int|string> $packages
     *
     * @return iterable<Finding>
     */
    private static function phpExtensions(array $packages): iterable
    {
        $missing = [];
        foreach ($packages as $package) {
            $extension = preg_replace('/^ext-/', '', (string) $package, count: $isExtension);
            if ($isExtension === 1 && !\extension_loaded((string) $extension)) {
                $missing[] = (string) $extension;
            }
        }
        yield $missing === []
            ? Finding::ok('PHP has every extension that is needed.')
            : Finding::problem('PHP lacks extensions: ' . implode(', ', $missing) . '.', 'Switch them on in php.ini or in the control panel of your host, for the command line and for the web server.');
    }

    /**
     * Whether what is private is there to stay, is PHP's to write, and is nobody else's on this machine to read.
     *
     * @return iterable<Finding>
     */
    public function permissions(): iterable
    {
        $dataFolder = $this->configuration->dataFolder;
        if (!is_dir($dataFolder)) {
            yield Finding::problem("The folder {$dataFolder} does not exist.", "Make it, for the user that PHP runs as: mkdir -m 700 {$dataFolder}. Or make it in the file manager of your host's panel, with the permissions 700.");
        } elseif (!is_writable($dataFolder)) {
            yield Finding::problem("The folder {$dataFolder} cannot be written by " . self::user() . '.', "Give it to the user that PHP runs as, as root: chown -R <user> {$dataFolder}. Where it is yours, set its permissions to 700 in the file manager of your host's panel. " . self::OF_ANOTHER_USER);
        } else {
            yield self::closed($dataFolder, '700');
            yield from self::permissionsIn(new DataFolder($dataFolder));
        }
        $log = $this->configuration->logFile;
        foreach ([str_starts_with($log, '/dev/') || \dirname($log) === $dataFolder ? null : $log, "{$dataFolder}/" . ClientAddresses::KEY_FILE, \dirname($this->server) . '/.env', $this->configuration->route()->dkim?->keyFile] as $file) {
            if ($file !== null && is_file($file)) {
                yield self::closed($file, '600');
            }
        }
    }

    /** @return iterable<Finding> */
    private static function permissionsIn(DataFolder $folder): iterable
    {
        $strangers = $folder->strangers();
        $owner = self::userName((int) fileowner($folder->path));
        foreach ($folder->paths() as $path) {
            if (\in_array($path, $strangers, true)) {
                yield Finding::problem("{$path} does not belong to {$owner}, who owns the folder.", "As root: chown {$owner} {$path}. " . self::OF_ANOTHER_USER);
            } elseif (file_exists($path) && !is_writable($path)) {
                yield Finding::problem("{$path} cannot be written by " . self::user() . '.', "Run this as the user that PHP runs as, or give it to that user, as root: chown -R <user> {$folder->path}. " . self::OF_ANOTHER_USER);
            }
        }
    }

    /** The group may be the web server's, so only the rest of the world counts. Windows has no such bits. */
    private static function closed(string $path, string $mode): Finding
    {
        $bits = fileperms($path);
        if (\DIRECTORY_SEPARATOR === '\\' || ($bits !== false && ($bits & 0o007) === 0)) {
            return Finding::ok("{$path} is closed to other users of this machine.");
        }

        return Finding::problem("{$path} is open to every user of this machine.", "chmod {$mode} {$path}, or set its permissions to {$mode} in the file manager of your host's panel, or by your FTP program.");
    }

    private static function user(): string
    {
        // get_current_user() is who owns the script
        return \function_exists('posix_geteuid') ? 'the user ' . self::userName(posix_geteuid()) : 'this user';
    }

    /** Their number, where the system knows no name or does not tell. */
    private static function userName(int $user): string
    {
        $known = \function_exists('posix_getpwuid') ? posix_getpwuid($user) : false;

        return $known === false ? (string) $user : $known['name'];
    }

    /**
     * Writes a line and looks for it, since a log that says nothing looks like one of good days.
     *
     * @return iterable<Finding>
     */
    public function log(): iterable
    {
        $log = $this->configuration->logFile;
        $ordinary = $this->configuration->ordinaryLog();
        $give = static fn(string $file): string => 'Give its folder to the user that PHP runs as, as root: chown <user> ' . \dirname($file) . ' (and the file, where there is one). ' . self::OF_ANOTHER_USER;
        yield match (true) {
            $log === Configuration::STANDARD_ERROR => Finding::warning(
                'The log is standard error, which cannot be looked at from here.',
                'Where php-fpm runs PHP, its pool needs catch_workers_output = yes; if in doubt leave LOG_FILE empty.',
            ),
            file_exists($log) && !is_file($log) && !is_dir($log) => Finding::warning(
                "The log {$log} is a device, which cannot be looked at from here.",
                'If in doubt leave LOG_FILE empty.',
            ),
            $this->isLogged($log) => Finding::ok("The log {$log} can be written."),
            $log !== $ordinary && $this->isLogged($ordinary) => Finding::warning(
                "The log {$log} cannot be written; {$ordinary} is, in its place.",
                $give($log) . ' Or leave LOG_FILE empty.',
            ),
            default => Finding::problem(
                "The log {$log} cannot be written. PHP's own error log gets the lines, but under php-fpm not those about deliveries: they go to syslog, which not every machine has.",
                $give($log) . ' See whether the disk is full.',
            ),
        };
    }

    private function isLogged(string $file): bool
    {
        $token = bin2hex($this->randomizer->getBytes(8));
        try {
            $handler = new LogFile($file, $this->configuration->folder(), Level::Debug);
            (new Logger('enquiry', [$handler]))->info('The doctor sees whether the log can be written.', ['event' => 'doctor', 'token' => $token]);
        } catch (\Throwable) {
            return false;
        }
        $length = max(0, (int) @filesize($file));

        return str_contains((string) @file_get_contents($file, offset: max(0, $length - 65_536)), $token);
    }

    /** Whether the queue is well, but for an enquiry that was refused a while ago, which queue() tells. */
    public function wasOnlyRefusing(): bool
    {
        try {
            return $this->queue !== null && ($this->queue)($this->configuration)->wasOnlyRefusing(60 * $this->configuration->alertAfterMinutes);
        } catch (\Throwable) {
            return false; // queue() says why.
        }
    }

    /**
     * Whether enquiries leave as they come, and whether the worker that sees to it is alive.
     *
     * @return iterable<Finding>
     */
    public function queue(): iterable
    {
        if ($this->queue === null) {
            return;
        }
        try {
            $status = ($this->queue)($this->configuration);
        } catch (\Throwable $fault) {
            yield Finding::problem("The queue cannot be opened: {$fault->getMessage()}", 'Mend that and run this again.');

            return;
        }
        yield $status->fault === null
            ? Finding::ok('An enquiry would be taken.')
            : Finding::problem($status->fault, 'Fix that and run this again. Visitors are told to try later, or to phone.');
        if ($status->refusedFor !== null) {
            $left = Finding::number((int) ceil((HealthCheck::SECONDS_REFUSED - $status->refusedSecondsAgo) / 60), 'minute');
            yield Finding::warning('An enquiry was refused ' . self::minutes($status->refusedSecondsAgo) . " ago: {$status->refusedFor}", "Where that is mended, this goes by itself in {$left}, and contact_health.php says ok again.");
        }
        $oldest = $status->oldestSeconds;
        $waiting = self::minutes($oldest ?? 0);
        yield ($oldest ?? 0) <= 60 * $this->configuration->alertAfterMinutes
            ? Finding::ok($oldest === null ? 'No enquiry waits.' : "The oldest enquiry that waits is {$waiting} old.")
            : Finding::problem("An enquiry has waited for {$waiting}.", $status->lastError ?? "See why: php {$this->server}/console status");
        yield $status->failed === 0
            ? Finding::ok('No enquiry was given up.')
            : Finding::problem("Enquiries that were given up: {$status->failed}.", "See which, then send them again or dismiss them: php {$this->server}/console failed");
        $file = $this->configuration->folder()->file(SqliteDatabase::FILE);
        if ($this->configuration->databaseUrl !== null && is_file($file)) {
            yield Finding::warning("DATABASE_URL is set, and {$file} still has the enquiries from before.", "Restore them into the new database, then delete the file: see \"Moving house\" in docs/operating.md.");
        }
        $backups = $this->configuration->folder()->backups()->names('/\.sqlite$/D');
        yield match (true) {
            $status->backupSecondsAgo === null && $backups !== [] => Finding::problem('There are backups, and the database knows of none: it may have been lost, and another one made in its place.', "If so, restore the newest, " . end($backups) . ": php {$this->server}/console help restore. If not, make a backup."),
            $status->backupSecondsAgo === null => Finding::warning('No backup was ever made.', "Let cron make one each night: php {$this->server}/console help backup"),
            $status->backupSecondsAgo > self::SECONDS_BACKUP_IS_FRESH => Finding::warning('The last backup was made ' . intdiv($status->backupSecondsAgo, 86_400) . ' days ago.', 'See why cron no longer makes one.'),
            default => Finding::ok('A backup was made within the last week.'),
        };
        if ($status->lastError !== null) {
            yield Finding::warning("Mail was last refused: {$status->lastError}", 'Mend what it says; what is refused is tried again, for those recipients alone.');
        }

        $worker = "Let cron run it every minute: * * * * * php {$this->server}/console work --once. Where systemd does: systemctl restart 'enquiries@*', for it may have stopped, or have a file open that is deleted. Where your host's cron asks for addresses only, let it ask for contact_work.php (docs/operating.md).";
        $idle = self::minutes($status->workerSeenSecondsAgo ?? 0);
        yield match (true) {
            $status->workerSeenSecondsAgo === null => Finding::problem('The worker has never run, so nothing is tried again.', $worker),
            $status->workerSeenSecondsAgo >= 60 * (self::MOST_MINUTES_WITHOUT_WORKER + 1) => Finding::problem("The worker last ran {$idle} ago.", $worker),
            default => Finding::ok("The worker last ran {$idle} ago."),
        };
    }

    private static function minutes(int $seconds): string
    {
        return Finding::number(intdiv($seconds, 60), 'minute');
    }
}
