<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Symfony\Component\HttpFoundation\Response;

/** Sends an answer so that the client has all of it while this process delivers mail. */
final class ResponseSender
{
    /** @return bool whether the client has the whole answer now, and not only when this process ends */
    public static function send(Response $response): bool
    {
        ignore_user_abort(true);
        // Anything printed so far is not part of the answer.
        while (ob_get_level() > 0 && @ob_end_clean());
        // Symfony would write HTTP/1.0 under Apache.
        $response->setProtocolVersion('1.1');
        $endsEarly = \function_exists('fastcgi_finish_request') || \function_exists('litespeed_finish_request');
        if (!$endsEarly) {
            // The length tells the client where the answer ends.
            @ini_set('zlib.output_compression', '0');
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

        // Web servers that speak CGI or FastCGI wait for the end of the process, whatever the length.
        return $endsEarly || !str_contains(\PHP_SAPI, 'cgi');
    }
}
