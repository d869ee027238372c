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
     * @param string                $otherwise    the plain text to send if the page is missing
     * @param array<string, string> $headers
     */
    public function answer(
        string $page,
        array $replacements,
        string $otherwise,
        int $status,
        array $headers = [],
    ): Response {
        $template = $this->template($page);
        if ($template === null) {
            return self::text($otherwise, $status, $headers);
        }
        // In one pass, so that a visitor cannot type a placeholder.
        return self::of('text/html', strtr($template, $replacements), $status, $headers);
    }

    /** @param array<string, string> $headers */
    public static function text(string $text, int $status, array $headers = []): Response
    {
        return self::of('text/plain', "{$text}\n", $status, $headers);
    }

    private function template(string $page): ?string
    {
        $file = "{$this->folder}/{$page}";
        $template = @is_file($file) ? @file_get_contents($file) : false;
        if ($template === false || $template === '') {
            $this->logger->error(
                'A page is missing, so visitors without JavaScript see plain text. Build the site, and upload private.',
                ['event' => 'page missing', 'file' => $file],
            );

            return null;
        }

        return $template;
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
