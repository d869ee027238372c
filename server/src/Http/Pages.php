<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Psr\Log\LoggerInterface;
use Symfony\Component\HttpFoundation\Response;

/** The pages that the build wrote for the endpoint to fill in. */
final readonly class Pages
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
}
