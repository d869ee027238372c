<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Psr\Log\LoggerInterface;
use Symfony\Component\HttpFoundation\Response;

/** Makes and sends answers. Some are pages that the build wrote for the endpoint to fill in. */
final readonly class Responses
{
    public function __construct(private string $folder, private LoggerInterface $logger) {}

    /**
     * @param array<string, string> $replacements in HTML, by placeholder
     * @param Response              $text         the answer in plain text: its status and headers count, and all of it
     *                                            if the page is missing
     */
    public function fill(string $page, array $replacements, Response $text): Response
    {
        $file = "{$this->folder}/{$page}";
        $template = (string) @file_get_contents($file);
        if ($template === '') {
            $this->logger->error(
                'A page is missing, so visitors without JavaScript see plain text. Build the site, and upload private.',
                ['event' => 'page missing', 'file' => $file],
            );

            return $text;
        }
        $text->headers->set('Content-Type', 'text/html; charset=utf-8');

        // In one pass, so that a visitor cannot type a placeholder.
        return $text->setContent(strtr($template, $replacements));
    }

    /** @param array<string, string> $headers */
    public static function text(string $text, int $status, array $headers = []): Response
    {
        return self::of('text/plain', "{$text}\n", $status, $headers);
    }

    /**
     * @param array<string, mixed>  $body
     * @param array<string, string> $headers
     */
    public static function json(int $status, array $body, array $headers = []): Response
    {
        $json = json_encode($body, \JSON_UNESCAPED_UNICODE | \JSON_UNESCAPED_SLASHES | \JSON_THROW_ON_ERROR);

        return self::of('application/json', $json, $status, $headers);
    }

    /** @param array<string, string> $headers */
    public static function of(string $mediaType, string $body, int $status, array $headers): Response
    {
        return new Response($body, $status, $headers + [
            'Content-Type' => "{$mediaType}; charset=utf-8",
            'Cache-Control' => 'no-store',
            'X-Content-Type-Options' => 'nosniff',
            'X-Robots-Tag' => 'noindex',
            // Against clickjacking.
            'Content-Security-Policy' => "frame-ancestors 'none'",
        ]);
    }

    /**
     * Sends the whole answer before this process delivers mail.
     * @return bool false if the client gets the answer only when this process ends
     */
    public static function send(Response $response): bool
    {
        ignore_user_abort(true);
        // Anything printed earlier is not part of the answer.
        while (ob_get_level() > 0 && @ob_end_clean());
        // Under Apache, Symfony would send HTTP/1.0.
        $response->setProtocolVersion('1.1');
        $endsEarly = \function_exists('fastcgi_finish_request') || \function_exists('litespeed_finish_request');
        if (!$endsEarly) {
            // The length tells the client where the answer ends.
            if (!$response->isEmpty()) {
                $response->headers->set('Content-Length', (string) \strlen((string) $response->getContent()));
            }
            $response->headers->set('Connection', 'close');
        }
        $response->send();
        // fastcgi_finish_request() closes PHP's default error log.
        if ($endsEarly && \in_array(\ini_get('error_log'), ['', false], true)) {
            @ini_set('error_log', 'syslog');
        }

        // Web servers that use CGI or FastCGI wait until the process ends, even if they know the length.
        return $endsEarly || !str_contains(\PHP_SAPI, 'cgi');
    }
}
