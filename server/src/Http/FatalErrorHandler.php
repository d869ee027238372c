<?php

declare(strict_types=1);

namespace Enquiry\Http;

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

    private const FATAL = \E_ERROR | \E_PARSE | \E_CORE_ERROR | \E_COMPILE_ERROR | \E_USER_ERROR | \E_RECOVERABLE_ERROR;

    /** @var array<string, string> the headers that confirm the stored enquiry */
    private static array $stored = [];

    public static function register(string $script): void
    {
        ob_start();
        $answers = self::answersFor($script);
        // Memory for the answer, if the script uses up its limit.
        $reserve = str_repeat(' ', 32768);
        register_shutdown_function(static function () use (&$reserve, $answers): void {
            $reserve = null;
            if (((error_get_last()['type'] ?? 0) & self::FATAL) !== 0) {
                self::answer($answers);
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

    /**
     * After this call, no error page says that the enquiry was lost.
     * @param array<string, string> $headers of the confirmation
     */
    public static function enquiryIsStored(array $headers): void
    {
        self::$stored = $headers;
    }

    /** @return array{string, string, string} media type, text after an error, and text if the enquiry was stored */
    private static function answersFor(string $script): array
    {
        if ($script === 'contact_sent.php') {
            // Visitors are redirected there after their enquiry is stored.
            $text = 'If you have just sent us a message, it has reached us. We cannot show you the confirmation at the '
                . 'moment.';

            return ['text/plain', $text, ''];
        }
        if (preg_match('/_process\.php$/D', $script) !== 1) {
            // For operators and their monitors.
            return ['application/json', '{"status":"failing"}', ''];
        }
        $type = $_SERVER['CONTENT_TYPE'] ?? '';
        $isForm = \is_string($type) && stripos($type, 'application/x-www-form-urlencoded') === 0;
        if ($isForm && ($_SERVER['HTTP_ACCEPT'] ?? '') !== 'application/json') {
            $text = 'Something went wrong on our side and your message was not sent. Please go back in your browser: '
                . 'what you typed is still there. Try again, or call us.';

            return ['text/plain', $text, 'Your message was sent. Your reference is {reference}.'];
        }
        $error = ['status' => 'error', 'code' => self::CODE, 'message' => self::MESSAGE];

        return ['application/json', (string) json_encode($error), '{"status":"success"}'];
    }

    /** @param array{string, string, string} $answers */
    private static function answer(array $answers): void
    {
        while (ob_get_level() > 0) {
            ob_end_clean();
        }
        if (headers_sent()) {
            return;
        }
        [$type, $failed, $sent] = $answers;
        header_remove();
        header("Content-Type: {$type}; charset=utf-8");
        header('Cache-Control: no-store');
        header('X-Content-Type-Options: nosniff');
        // http_response_code() would keep the status line that PHP wrote after the fatal error.
        if (self::$stored === []) {
            header('HTTP/1.1 500 Internal Server Error');
            echo $failed;
        } else {
            header('HTTP/1.1 200 OK');
            foreach (self::$stored as $name => $value) {
                header("{$name}: {$value}");
            }
            echo str_replace('{reference}', self::$stored['Enquiry-Reference'] ?? '', $sent);
        }
    }
}
