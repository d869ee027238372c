<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Symfony\Component\HttpFoundation\Response;

/** Sends an answer so that the client has all of it while this process goes on working. */
final class ResponseEmitter
{
    /** @return bool whether the client has all of it now, and not only when this process ends */
    public static function send(Response $response): bool
    {
        ignore_user_abort(true);
        // where PHP writes the status line itself, as in Apache, Symfony would have it say 1.0
        $response->setProtocolVersion('1.1');
        // php-fpm and LiteSpeed can end a request early. Elsewhere the client must know where the answer ends.
        $endsEarly = \function_exists('fastcgi_finish_request') || \function_exists('litespeed_finish_request');
        if (!$endsEarly) {
            @ini_set('zlib.output_compression', '0');
            if (!$response->isEmpty()) {
                $response->headers->set('Content-Length', (string) \strlen((string) $response->getContent()));
            }
            $response->headers->set('Connection', 'close');
        }
        $response->send();
        // They end PHP's usual error log with it, so that what goes wrong from here on would be told to nobody.
        if ($endsEarly && \in_array(\ini_get('error_log'), ['', false], true)) {
            @ini_set('error_log', 'syslog');
        }

        // A web server that speaks FastCGI or CGI with PHP waits for its end, whatever the length says.
        return $endsEarly || !str_contains(\PHP_SAPI, 'cgi');
    }
}
