<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Configuration\SiteSettings;
use Random\Randomizer;

/**
 * Asks the site for private files under every address that a slip in the web server's configuration could
 * give them: each end of their path, from the document root, under the endpoint's prefix, and beside it
 * (https://nginx.org/en/docs/http/ngx_http_core_module.html#alias without its slash). Only their content
 * tells, because a site may answer 200 to everything.
 */
final readonly class ExposureCheck implements Check
{
    private const NEEDLE_LENGTH = 200;

    public function __construct(
        private SiteSettings $site,
        private string $dataFolder,
        private string $server,
        private Web $web,
        private Randomizer $randomizer,
    ) {}

    public function findings(): iterable
    {
        if ($this->site->url === null) {
            return; // SiteCheck has said so.
        }
        try {
            if (is_dir($this->dataFolder) && is_writable($this->dataFolder)) {
                yield from $this->dataFolderFindings();
            }
            foreach ([\dirname($this->server) . '/.env', "{$this->server}/vendor/composer/installed.json"] as $file) {
                $content = is_file($file) ? trim((string) @file_get_contents($file, length: self::NEEDLE_LENGTH)) : '';
                if ($content !== '') {
                    yield $this->finding($file, $content);
                }
            }
        } catch (Unreachable $unreachable) {
            yield Finding::warning("Whether private files can be fetched was not seen: {$unreachable->getMessage()}", 'See that the site is up and that this machine can reach it, then run this again.');
        }
    }

    /** @return iterable<Finding> */
    private function dataFolderFindings(): iterable
    {
        $token = bin2hex($this->randomizer->getBytes(16));
        $probe = "{$this->dataFolder}/probe-" . bin2hex($this->randomizer->getBytes(4)) . '.txt';
        try {
            if (@file_put_contents($probe, $token) === false) {
                return; // PermissionCheck has said so, or QueueCheck where the disk is full: then the file is there, and empty.
            }
            // Strangers would need to guess the name; the web server must be able to read it, or nothing is shown by this.
            chmod($probe, 0o644);
            yield $this->finding($probe, $token, $this->dataFolder);
        } finally {
            @unlink($probe);
        }
    }

    private function finding(string $file, string $content, ?string $called = null): Finding
    {
        $called ??= $file;
        foreach ($this->addressesOf($file) as $address) {
            if (str_contains($this->web->get($address)->body, $content)) {
                return Finding::problem("{$called} is open to the world, at {$address}.", 'Let the web server show the folder www alone, with its .htaccess (AllowOverride All) or nginx/site.conf, and keep private beside it.');
            }
        }

        return Finding::ok("{$called} cannot be fetched from the site.");
    }

    /** @return iterable<string> */
    private function addressesOf(string $file): iterable
    {
        $path = trim(strtr((string) realpath($file), '\\', '/'), '/');
        $parts = array_map(rawurlencode(...), explode('/', $path));
        foreach (['', $this->site->servicePrefix, "{$this->site->servicePrefix}.."] as $base) {
            for ($i = \count($parts) - 1; $i >= 0; --$i) {
                yield "{$this->site->url}{$base}/" . implode('/', \array_slice($parts, $i));
            }
        }
    }
}
