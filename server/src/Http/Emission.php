<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Symfony\Component\HttpFoundation\Response;

/** Sends an answer so that the client has all of it while this process goes on working. */
final class Emission
{
    public static function send(Response $response): void
    {
        ignore_user_abort(true);
        // where PHP writes the status line itself, as in Apache, Symfony would have it say 1.0
        $response->setProtocolVersion('1.1');
        // php-fpm and LiteSpeed can end a request early. Elsewhere the client must know where the answer ends.
        if (!\function_exists('fastcgi_finish_request') && !\function_exists('litespeed_finish_request')) {
            @ini_set('zlib.output_compression', '0');
            if (!$response->isEmpty()) {
                $response->headers->set('Content-Length', (string) \strlen((string) $response->getContent()));
            }
            $response->headers->set('Connection', 'close');
        }
        $response->send();
    }
}
