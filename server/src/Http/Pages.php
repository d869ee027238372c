<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Psr\Log\LoggerInterface;
use Symfony\Component\HttpFoundation\Response;

/** The pages that the site's build left for the endpoint to fill in, so that they look like all the others. */
final readonly class Pages
{
    public const CONTACT = 'contact-us.html';
    public const SENT = 'message-sent.html';

    /** As it stands in the page, or in a link of it. */
    private const PLACEHOLDER = '~\{\{[\w.]+\}\}|%7B%7B[\w.]+%7D%7D~';

    /** @param \Closure(): LoggerInterface $logger */
    public function __construct(private string $folder, private \Closure $logger) {}

    /**
     * @param array<string, string> $replacements in HTML, by placeholder
     * @param string                $otherwise    the text that does where the build made no such page
     * @param array<string, string> $headers
     */
    public function answer(string $page, array $replacements, string $otherwise, int $status, array $headers = []): Response
    {
        $template = $this->template($page);
        if ($template === null) {
            return self::text($otherwise, $status, $headers);
        }
        // A page that was built with other rules may ask for fields that are gone.
        preg_match_all(self::PLACEHOLDER, $template, $found);

        // In one pass: what a visitor typed is never taken for a placeholder.
        return self::of('text/html', strtr($template, $replacements + array_fill_keys($found[0], '')), $status, $headers);
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
            ($this->logger)()->error('A page is missing, and visitors without JavaScript see plain text. Build the site, or set PAGES_DIR.', ['event' => 'page missing', 'file' => $file]);

            return null;
        }

        return $template;
    }

    /** @param array<string, string> $headers */
    private static function of(string $mediaType, string $body, int $status, array $headers): Response
    {
        return new Response($body, $status, $headers + [
            'Content-Type' => "{$mediaType}; charset=utf-8",
            'Cache-Control' => 'no-store',
            'X-Content-Type-Options' => 'nosniff',
            'X-Robots-Tag' => 'noindex',
            // Nobody else's page may have this form inside it, to be pressed for something else.
            'Content-Security-Policy' => "frame-ancestors 'none'",
        ]);
    }
}
