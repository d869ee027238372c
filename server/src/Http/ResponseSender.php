<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Symfony\Component\HttpFoundation\Response;

/** Sends the whole answer before this process delivers mail. */
final class ResponseSender
{
    /** @return bool false if the client gets the answer only when this process ends */
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

        // Web servers that use CGI or FastCGI wait until the process ends, even if they know the length.
        return $endsEarly || !str_contains(\PHP_SAPI, 'cgi');
    }
}
