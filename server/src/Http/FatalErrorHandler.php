<?php

declare(strict_types=1);

namespace Enquiry\Http;

/**
 * Answers after a fatal error, an uncaught exception or a missing file of the program. PHP logs the error.
 * It is loaded before the autoloader, and uses the syntax of PHP 7.4, so that it also answers on an old PHP.
 */
final class FatalErrorHandler
{
    private const FATAL = \E_ERROR | \E_PARSE | \E_CORE_ERROR | \E_COMPILE_ERROR | \E_USER_ERROR | \E_RECOVERABLE_ERROR;

    /** Operations/Checkup.php reads the note. */
    private const NOTE = 'program-failed.seen';
    private const NOTE_BYTES = 512;

    /** For the note; empty for none. */
    private static string $folder = '';

    /**
     * @param array{string, string} $answer media type and text
     * @param string                $folder for the note until the data folder is known
     */
    public static function register(array $answer, string $folder = ''): void
    {
        self::$folder = $folder;
        ob_start();
        // Memory for the answer, if the script uses up its limit.
        $reserve = str_repeat(' ', 32768);
        register_shutdown_function(static function () use (&$reserve, $answer): void {
            $reserve = null;
            $error = error_get_last();
            if ($error !== null && ($error['type'] & self::FATAL) !== 0) {
                self::answer(...$answer);
                self::note(self::inWords($error['type'], $error['message'], "{$error['file']}:{$error['line']}"));
            }
        });
        error_reporting(\E_ALL);
        ini_set('display_errors', '0');
        ini_set('log_errors', '1');
        // Arguments in a stack trace may contain what a visitor typed.
        ini_set('zend.exception_ignore_args', '1');
        set_error_handler(static function (int $severity, string $message, string $file, int $line): bool {
            $isSilenced = (error_reporting() & $severity) === 0;
            // Deprecations are only logged: a newer PHP must not break the form.
            if ($isSilenced || \in_array($severity, [\E_DEPRECATED, \E_USER_DEPRECATED], true)) {
                return false;
            }
            throw new \ErrorException($message, 0, $severity, $file, $line);
        });
    }

    /** @param string $folder where the next error is noted; empty: nowhere */
    public static function noteIn(string $folder): void
    {
        self::$folder = $folder;
    }

    public static function note(string $reason): void
    {
        // As NoteFile writes it, which cannot be loaded at this point.
        $line = str_pad(substr(strtr($reason, "\r\n", '  '), 0, self::NOTE_BYTES - 1), self::NOTE_BYTES - 1) . "\n";
        // For the owner alone. PHP 7.4 does not know 0o077.
        $mask = umask(0x3F);
        if (self::$folder !== '') {
            @file_put_contents(self::$folder . '/' . self::NOTE, $line);
        }
        umask($mask);
    }

    private static function inWords(int $type, string $message, string $place): string
    {
        [$first] = explode("\nStack trace:", $message);
        // PHP names the class and the place of an exception itself, except in these cases.
        $isUnparsable = ($type & (\E_PARSE | \E_COMPILE_ERROR)) !== 0;

        return strncmp($first, 'Uncaught ', 9) === 0
            ? substr($first, 9)
            : ($isUnparsable ? 'ParseError: ' : '') . "{$first} in {$place}";
    }

    private static function answer(string $type, string $text): void
    {
        while (ob_get_level() > 0) {
            ob_end_clean();
        }
        if (headers_sent()) {
            return;
        }
        header_remove();
        // http_response_code() would keep the status line that PHP wrote after the fatal error.
        header('HTTP/1.1 500 Internal Server Error');
        header("Content-Type: {$type}; charset=utf-8");
        header('Cache-Control: no-store');
        header('X-Content-Type-Options: nosniff');
        echo $text;
    }
}
