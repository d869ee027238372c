<?php

declare(strict_types=1);

namespace Enquiry;

/**
 * What an operator is told where the program does not start, as after half an upload. It is loaded only then, and
 * by itself, so it depends on nothing of ours, and its syntax stays that of PHP 8.0, as FatalErrorHandler's does.
 */
final class FailedStart
{
    private const NAMED = 5;

    /** @return ?string null where all files are as the build made them, or nothing says how, as in the repository */
    public static function damage(): ?string
    {
        $list = 'pages/private.json';
        if (!is_file(__DIR__ . "/{$list}")) {
            return null;
        }
        $built = json_decode((string) @file_get_contents(__DIR__ . "/{$list}"), true);
        [$missing, $other] = self::differences(__DIR__, \is_array($built) ? $built : [$list => '']);
        if ($missing === [] && $other === []) {
            return null;
        }

        return 'The program is not whole.' . self::named('Missing', $missing) . self::named('Cut, or of another build', $other)
            . ' Upload the folder private again, whole, over what is there; .env and server/data stay.';
    }

    /**
     * @param array<mixed> $built the hash of each file, whose lines an FTP program may have ended in another way
     *
     * @return array{list<string>, list<string>} those that are missing, and those that are not so
     */
    public static function differences(string $server, array $built): array
    {
        $missing = $other = [];
        foreach ($built as $file => $hash) {
            $content = is_file("{$server}/{$file}") ? @file_get_contents("{$server}/{$file}") : null;
            if ($content === null) {
                $missing[] = (string) $file;
            } elseif ($content === false) {
                $other[] = "{$file} (cannot be read)";
            } elseif (hash('sha256', str_replace("\r\n", "\n", $content)) !== $hash) {
                $other[] = $content === '' ? "{$file} (empty)" : (string) $file;
            }
        }

        return [$missing, $other];
    }

    /** @param non-empty-list<string> $files */
    public static function some(array $files): string
    {
        $more = \count($files) - self::NAMED;

        return implode(', ', \array_slice($files, 0, self::NAMED)) . ($more > 0 ? " and {$more} more" : '');
    }

    /**
     * Tells whoever has the token, and PHP's error log; nobody else more than that something is wrong.
     *
     * @param bool $asks whether a browser is to ask for the token, as the pages for operators alone have it do
     */
    public static function answer(bool $asks): void
    {
        $damage = self::damage();
        if ($damage !== null && \function_exists('error_log')) {
            error_log($damage);
        }
        $token = self::token();
        $isKnown = $token !== null && self::isSent($token);
        $told = ['status' => 'failing'];
        if ($isKnown) {
            $told['message'] = $damage ?? "PHP's error log names the fault.";
        } elseif ($asks) {
            $told['message'] = $token === null ? "PHP's error log names the fault." : "Whoever sends the HEALTH_TOKEN of .env as the password is told more; so does PHP's error log.";
        }
        // Not http_response_code(), which leaves the status line that PHP wrote at a fatal error.
        if ($asks && $token !== null && !$isKnown) {
            header('HTTP/1.1 401 Unauthorized');
            header('WWW-Authenticate: Basic realm="status", charset="UTF-8"');
        } else {
            header('HTTP/1.1 500 Internal Server Error');
        }
        header('Content-Type: application/json; charset=utf-8');
        header('Cache-Control: no-store');
        header('X-Content-Type-Options: nosniff');
        echo json_encode($told, \JSON_UNESCAPED_SLASHES | \JSON_INVALID_UTF8_SUBSTITUTE);
    }

    /** @param list<string> $files */
    private static function named(string $what, array $files): string
    {
        return $files === [] ? '' : " {$what}: " . self::some($files) . '.';
    }

    /** Only as every program would read it: what is in doubt opens nothing. */
    private static function token(): ?string
    {
        $set = $_SERVER['HEALTH_TOKEN'] ?? (\function_exists('getenv') ? getenv('HEALTH_TOKEN') : false);
        $pattern = '/^HEALTH_TOKEN=(["\']?)([A-Za-z0-9@.,:\/_+-]{32,})\1[ \t]*\r?$/mD';
        if (!\is_string($set)) {
            $file = (string) @file_get_contents(\dirname(__DIR__) . '/.env');
            $set = preg_match_all($pattern, $file, $found) === 1 ? $found[2][0] : '';
        }

        return preg_match('/^[\x21-\x7E]{32,}$/D', $set) === 1 ? $set : null;
    }

    private static function isSent(#[\SensitiveParameter] string $token): bool
    {
        $header = $_SERVER['HTTP_AUTHORIZATION'] ?? $_SERVER['REDIRECT_HTTP_AUTHORIZATION'] ?? '';
        $sent = $_SERVER['PHP_AUTH_PW'] ?? null;
        if (\is_string($header) && preg_match('/^(Bearer|Basic) +(\S+)$/iD', $header, $found) === 1) {
            $sent = strtolower($found[1]) === 'bearer' ? $found[2] : explode(':', (string) base64_decode($found[2], true), 2)[1] ?? null;
        }

        return \is_string($sent) && hash_equals($token, $sent);
    }
}
