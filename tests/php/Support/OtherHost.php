<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use PHPUnit\Runner\Extension\Extension;
use PHPUnit\Runner\Extension\Facade;
use PHPUnit\Runner\Extension\ParameterCollection;
use PHPUnit\TextUI\Configuration\Configuration;

/** Runs the tests with settings that Debian's PHP does not have: those of host/php.ini. */
final class OtherHost implements Extension
{
    private const FOLDER = __DIR__ . '/../host';

    /** PHPUnit needs its own. */
    private const OF_CHILDREN = ['display_errors' => 0, 'error_reporting' => 0, 'log_errors' => 0];

    private const PRAGMAS = 'PRAGMA secure_delete = OFF; PRAGMA synchronous = OFF';

    private const SQLITE = <<<'C'
        typedef int (*each)(void *database, char **error, void *api);
        int sqlite3_auto_extension(each run);
        void sqlite3_reset_auto_extension();
        int sqlite3_exec(void *database, const char *sql, void *row, void *argument, char **error);
        C;

    public function bootstrap(Configuration $configuration, Facade $facade, ParameterCollection $parameters): void
    {
        // The programs that tests start read the file beside Debian's.
        $_SERVER['PHP_INI_SCAN_DIR'] = getenv('PHP_INI_SCAN_DIR') . \PATH_SEPARATOR . self::FOLDER;
        putenv("PHP_INI_SCAN_DIR={$_SERVER['PHP_INI_SCAN_DIR']}");
        /** @var array<string, string> $settings */
        $settings = parse_ini_file(self::FOLDER . '/php.ini', scanner_mode: \INI_SCANNER_RAW);
        foreach (array_diff_key($settings, self::OF_CHILDREN) as $name => $value) {
            // Some can only be set at the start.
            @ini_set($name, $value);
        }
        // Nothing that is noted there counts in the next run.
        mkdir($_SERVER['TMPDIR'] = DataFolders::fresh(), 0o711);
        putenv("TMPDIR={$_SERVER['TMPDIR']}");
    }

    /** Debian's SQLite is built with secure_delete. */
    public static function whileSqliteIsAnother(\Closure $work): void
    {
        $sqlite = \FFI::cdef(self::SQLITE, 'libsqlite3.so.0');
        /** @phpstan-ignore method.notFound, return.type, method.notFound (the functions of SQLITE) */
        $sqlite->sqlite3_auto_extension(static fn(mixed $database): int => $sqlite->sqlite3_exec($database, self::PRAGMAS, null, null, null));
        try {
            $work();
        } finally {
            /** @phpstan-ignore method.notFound (a function of SQLITE) */
            $sqlite->sqlite3_reset_auto_extension();
        }
    }
}
