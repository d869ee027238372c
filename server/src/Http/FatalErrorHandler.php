<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\FailedStart;

/**
 * The answer when nothing else can answer: a fatal error, a missing vendor folder, a file that does
 * not parse. It is loaded before the autoloader, so it depends on nothing, and its syntax stays that
 * of PHP 8.0, so that a server with too old a PHP gets the answer too: JSON, or text where a browser
 * without JavaScript is about to show it.
 */
final class FatalErrorHandler
{
    public const STATUS = 500;
    public const CODE = 'server_error';
    public const MESSAGE = 'Something went wrong on our side and your enquiry was not sent. Please try again, or phone us.';

    /** Whoever is sent to the confirmation has been believed already; they must not think otherwise. */
    public const SENT = 'If you just sent us a message, it arrived. Only its confirmation cannot be shown.';

    /** What operators and their monitors are answered, who may be told more. */
    public const FAILING = '{"status":"failing"}';

    private const FORM = 'Something went wrong on our side and your message was not sent. Please go back in your browser: what you typed is still there. Try again, or phone us.';

    private const FATAL = \E_ERROR | \E_PARSE | \E_CORE_ERROR | \E_COMPILE_ERROR | \E_USER_ERROR | \E_RECOVERABLE_ERROR;

    private static ?string $stored = null;

    /** What ends a request so that there is nothing left to look at files with. */
    private const USED_UP = '/^(?:Allowed memory|Out of memory|Maximum execution)/';

    /**
     * @param ?string $text to say instead, in a script that people look at
     * @param bool    $asks whether it is for operators alone, so that a browser asks for their token
     */
    public static function register(?string $text = null, bool $asks = false): void
    {
        $fault = null;
        // Asked so that OPcache does not answer when it compiles: php-fpm shares its cache among pools, each with a list of its own.
        $isThere = static fn(string $function): bool => \function_exists($function);
        // Both, because a pool of php-fpm shows its own list, and not that of php.ini.
        $isEmpty = static fn(string $setting): bool => \in_array([\ini_get($setting), get_cfg_var($setting)], [['', ''], ['', false]], true);
        if (!$isThere('ini_get') || !$isThere('get_cfg_var') || !$isEmpty('disable_functions')) {
            try {
                @include_once __DIR__ . '/../standIns.php';
            } catch (\ParseError $fault) {
                // Thrown again once there is who answers.
            }
        }
        // A variables_order without S leaves it empty; php-fpm and CGI tell the same in another way.
        $_SERVER = isset($_SERVER['REQUEST_METHOD']) ? $_SERVER : getenv() + $_SERVER;
        $text ??= self::isForm() ? self::FORM : null;
        error_reporting(\E_ALL);
        ini_set('display_errors', '0');
        ini_set('log_errors', '1');
        // What a host prints in front of every script is no part of an answer.
        while (ob_get_level() > 0 && @ob_end_clean());
        ob_start();

        set_error_handler(static function (int $severity, string $message, string $file, int $line): bool {
            $silenced = (error_reporting() & $severity) === 0;
            // A deprecation is logged by PHP and stops nobody: a newer PHP must not take the form down.
            if ($silenced || \in_array($severity, [\E_DEPRECATED, \E_USER_DEPRECATED], true)) {
                return false;
            }
            throw new \ErrorException($message, 0, $severity, $file, $line);
        });

        set_exception_handler(static function (\Throwable $failure) use ($text, $asks): void {
            for ($cause = $failure; $cause !== null; $cause = $cause->getPrevious()) {
                error_log(\sprintf('%s: %s in %s:%d', $cause::class, $cause->getMessage(), $cause->getFile(), $cause->getLine()));
            }
            self::answer($text, $asks);
        });

        if ($fault !== null) {
            throw $fault;
        }
        if (!isset($_SERVER['REQUEST_METHOD'])) {
            throw new \RuntimeException('PHP tells scripts nothing of the request: put S into variables_order in php.ini, as in variables_order = "GPCS".');
        }

        // Memory to answer with once a script has used up all it may.
        $reserve = str_repeat(' ', 32_768);
        register_shutdown_function(static function () use (&$reserve, $text, $asks): void {
            $reserve = null;
            $error = error_get_last();
            if ($error !== null && ($error['type'] & self::FATAL) !== 0) {
                self::answer($text, $asks, preg_match(self::USED_UP, $error['message']) !== 1); // PHP has logged the error itself.
            }
        });
    }

    /** From here on the enquiry is ours: whatever goes wrong, its visitor must not think that it is lost. */
    public static function enquiryIsStored(string $reference): void
    {
        self::$stored = $reference;
    }

    private static function isForm(): bool
    {
        $type = $_SERVER['CONTENT_TYPE'] ?? '';

        return \is_string($type) && stripos($type, 'application/x-www-form-urlencoded') === 0;
    }

    /** @param bool $mayBeTold whether an operator may be told why */
    private static function answer(?string $text, bool $asks, bool $mayBeTold = true): void
    {
        while (ob_get_level() > 0) {
            ob_end_clean();
        }
        if (headers_sent()) {
            return;
        }
        header_remove();
        if ($text === self::FAILING && $mayBeTold) {
            try {
                @require_once __DIR__ . '/../../failedStart.php';
                FailedStart::answer($asks);

                return;
            } catch (\Error $fault) {
                error_log($fault->getMessage()); // Missing or cut, as others are.
            }
        }
        header('Content-Type: ' . (\in_array($text, [null, self::FAILING], true) ? 'application/json' : 'text/plain') . '; charset=utf-8');
        header('Cache-Control: no-store');
        header('X-Content-Type-Options: nosniff');
        if (self::$stored === null) {
            http_response_code(self::STATUS);
            echo $text ?? json_encode(['status' => 'error', 'code' => self::CODE, 'message' => self::MESSAGE]);
        } else {
            // Not http_response_code(), which leaves the status line that PHP wrote at a fatal error.
            header('HTTP/1.1 200 OK');
            header('Enquiry-Reference: ' . self::$stored);
            echo $text === null ? '{"status":"success"}' : 'Your message was sent. Your reference is ' . self::$stored . '.';
        }
    }
}
