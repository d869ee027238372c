<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Shared\RequiredFunctions;

/**
 * Answers after a fatal error, an uncaught exception or a missing file of the program. PHP logs the error.
 * It is loaded before the autoloader, and uses the syntax of PHP 7.4, so that it also answers on an old PHP.
 */
final class FatalErrorHandler
{
    public const STATUS = 500;
    public const CODE = 'server_error';
    public const MESSAGE = 'Something went wrong on our side and your enquiry was not sent. Please try again, or call '
        . 'us.';

    /** For contact_sent.php: visitors are redirected there after their enquiry is stored. */
    private const SENT = 'If you have just sent us a message, it has reached us. We cannot show you the confirmation '
        . 'at the moment.';

    /** For operators and their monitors. */
    private const FAILING = '{"status":"failing"}';

    private const FORM = 'Something went wrong on our side and your message was not sent. Please go back in your '
        . 'browser: what you typed is still there. Try again, or call us.';

    private const FATAL = \E_ERROR | \E_PARSE | \E_CORE_ERROR | \E_COMPILE_ERROR | \E_USER_ERROR | \E_RECOVERABLE_ERROR;

    private static ?string $stored = null;

    public static function register(string $script): void
    {
        ob_start();
        $text = self::textFor($script);
        // Memory for the answer, if the script uses up its limit.
        $reserve = str_repeat(' ', 32768);
        register_shutdown_function(static function () use (&$reserve, $text): void {
            $reserve = null;
            if (((error_get_last()['type'] ?? 0) & self::FATAL) !== 0) {
                self::answer($text);
            }
        });
        require_once __DIR__ . '/../Shared/RequiredFunctions.php';
        RequiredFunctions::check();

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

    /** After this call, no error page says that the enquiry was lost. */
    public static function enquiryIsStored(string $reference): void
    {
        self::$stored = $reference;
    }

    /** The body of the answer; null for the JSON of a form. */
    private static function textFor(string $script): ?string
    {
        if ($script === 'contact_sent.php') {
            return self::SENT;
        }
        if (preg_match('/_process\.php$/D', $script) !== 1) {
            return self::FAILING;
        }

        return self::isForm() ? self::FORM : null;
    }

    private static function isForm(): bool
    {
        $type = $_SERVER['CONTENT_TYPE'] ?? '';

        return \is_string($type)
            && stripos($type, 'application/x-www-form-urlencoded') === 0
            && ($_SERVER['HTTP_ACCEPT'] ?? '') !== 'application/json';
    }

    private static function answer(?string $text): void
    {
        while (ob_get_level() > 0) {
            ob_end_clean();
        }
        if (headers_sent()) {
            return;
        }
        header_remove();
        header(
            'Content-Type: '
                . (\in_array($text, [null, self::FAILING], true) ? 'application/json' : 'text/plain')
                . '; charset=utf-8',
        );
        header('Cache-Control: no-store');
        header('X-Content-Type-Options: nosniff');
        // http_response_code() would keep the status line that PHP wrote after the fatal error.
        if (self::$stored === null) {
            header('HTTP/1.1 500 Internal Server Error');
            echo $text ?? json_encode(['status' => 'error', 'code' => self::CODE, 'message' => self::MESSAGE]);
        } else {
            header('HTTP/1.1 200 OK');
            header('Enquiry-Reference: ' . self::$stored);
            echo $text === null
                ? '{"status":"success"}'
                : 'Your message was sent. Your reference is ' . self::$stored . '.';
        }
    }
}
