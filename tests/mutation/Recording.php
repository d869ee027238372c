<?php

declare(strict_types=1);

namespace Enquiry\Mutation;

/** Which lines of the server one PHP process runs, noted for the test that runs meanwhile. Loaded without Composer. */
final class Recording
{
    private static string $folder = '';
    private static int $since = 0;

    public static function begin(string $folder): void
    {
        self::$folder = $folder;
        // What is left of a process that was killed before it could say more.
        $marker = $folder . '/' . bin2hex(random_bytes(8)) . '.open';
        file_put_contents($marker, self::test());
        if (!\function_exists('register_shutdown_function')) {
            return; // As on some hosts.
        }
        register_shutdown_function(static function () use ($marker): void {
            // Out of memory, say.
            if ((error_get_last()['type'] ?? 0) !== \E_ERROR) {
                self::flush();
                unlink($marker);
            }
        });
        \pcov\start();
    }

    /** What comes belongs to another test. */
    public static function attribute(string $test): void
    {
        self::flush();
        file_put_contents(self::$folder . '/test', $test);
        self::$since = (int) hrtime(true);
    }

    public static function flush(): void
    {
        \pcov\stop();
        $lines = [];
        $executable = [];
        /** @var array<string, array<int, int>> $collected */
        $collected = \pcov\collect(\pcov\inclusive, \pcov\waiting());
        foreach ($collected as $path => $runs) {
            $file = self::name($path);
            if ($file !== null) {
                $lines[$file] = array_keys(array_filter($runs, static fn(int $times): bool => $times > 0));
                $executable[$file] = array_keys($runs);
            }
        }
        \pcov\clear();
        \pcov\start();
        file_put_contents(self::$folder . '/' . bin2hex(random_bytes(8)) . '.json', json_encode([
            'test' => self::test(),
            'milliseconds' => self::$since === 0 ? 0 : intdiv((int) hrtime(true) - self::$since, 1_000_000),
            'lines' => $lines,
            'executable' => $executable,
            'loaded' => array_values(array_filter(array_map(self::name(...), get_included_files()), is_string(...))),
        ]));
    }

    /** "" is all of the class. */
    private static function test(): string
    {
        return is_file(self::$folder . '/test') ? (string) file_get_contents(self::$folder . '/test') : '';
    }

    /** From the root of the repository; also of a file in a copy of the server that a test made. */
    private static function name(string $path): ?string
    {
        return preg_match('~^.*/(server/(?:src/.+|public/.+|console|entry\.php))$~', $path, $found) === 1 ? $found[1] : null;
    }
}
