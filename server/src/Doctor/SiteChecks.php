<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Configuration\Configuration;
use Enquiry\Http\ErrorCode;
use Enquiry\Http\Pages;
use Psr\Clock\ClockInterface;
use Random\Randomizer;
use Symfony\Component\HttpFoundation\Response;

/** The live site, as a stranger finds it, and the pages that were built for it. */
final readonly class SiteChecks
{
    private const MOST_SECONDS_OFF = 300;

    private const NEEDLE_LENGTH = 200;

    private const MOST_NAMED = 5;

    private const MISSING = 'missing';
    private const BROKEN = 'broken';
    private const OTHER = 'other';

    /** As browsers ask. */
    private const ENCODINGS = 'gzip, br';

    /** What is larger is no page and no script, and is not fetched whole each time. */
    private const MOST_BYTES_OF_FILE = 2_097_152;

    private const POLICY_FIX = 'Upload www/.htaccess too, and let Apache read it (AllowOverride All, mod_headers); for nginx include nginx/site.conf, and reload nginx after each upload.';

    /**
     * @param string            $server      the folder that holds vendor and public
     * @param \Closure(): bool $isExplained whether the queue says by itself why the live site would be failing, and that it is over
     */
    public function __construct(
        private Configuration $configuration,
        private string $server,
        private Internet $internet,
        private ClockInterface $clock,
        private Randomizer $randomizer,
        private \Closure $isExplained,
    ) {}

    /**
     * Whether the endpoint answers where the site expects it, under the web server's PHP, and at what time.
     *
     * @return iterable<Finding>
     */
    public function endpoint(): iterable
    {
        if ($this->configuration->siteUrl === null) {
            yield Finding::warning('SITE_URL is not set, so nothing was asked of the live site.', 'Set SITE_URL to the address of the live site and run this again.');

            return;
        }
        $address = "{$this->configuration->siteUrl}{$this->configuration->servicePrefix}/contact_process.php";
        try {
            $answer = $this->internet->get($address);
        } catch (\RuntimeException $unreachable) {
            yield str_contains($unreachable->getMessage(), 'certificate')
                ? Finding::problem($unreachable->getMessage(), 'Browsers turn visitors away from it: renew the certificate (certbot renew), have the web server read it (reload), and send the whole chain.')
                : Finding::warning($unreachable->getMessage(), 'See that the site is up and that this machine can reach it, then run this again.');

            return;
        }
        if (self::isWithoutPhp($answer)) {
            yield Finding::problem("PHP does not answer at {$address}; the web server does in its place, with {$answer->getStatusCode()}.", "See that php-fpm runs (systemctl status 'php*-fpm'), and that the web server asks at its socket: for nginx that is \$php in its server block.");
        } else {
            yield self::endpointAnswer($address, $answer);
            yield from $this->store();
        }
        $date = \DateTimeImmutable::createFromFormat(\DATE_RFC7231, $answer->headers->get('Date') ?? '');
        if ($date !== false) {
            yield $this->clocks($date);
        }
    }

    /** By the status of a gateway (RFC 9110 section 15.6), or by the web server's own words where PHP is away. */
    private static function isWithoutPhp(Response $answer): bool
    {
        return \in_array($answer->getStatusCode(), [502, 503, 504], true) || preg_match('/"(?:unavailable|undecided)"/', (string) $answer->getContent()) === 1;
    }

    /** A GET request is refused, in the endpoint's own words: that is how one knows that it was the endpoint. */
    private static function endpointAnswer(string $address, Response $answer): Finding
    {
        if (str_contains((string) $answer->getContent(), '"' . ErrorCode::MethodNotAllowed->value . '"')) {
            return $answer->getStatusCode() === ErrorCode::MethodNotAllowed->status()
                ? Finding::ok("The endpoint answers at {$address}.")
                : Finding::problem("Something prints before PHP's scripts at {$address} run, so that every status is {$answer->getStatusCode()}, also that of contact_health.php, which can tell a monitor nothing.", 'See how the text at that address begins, and take away what prints it: auto_prepend_file in php.ini, or warnings as PHP starts (display_startup_errors = Off hides those, its error log has them).');
        }
        if (str_contains((string) $answer->getContent(), '"' . ErrorCode::ServerError->value . '"')) {
            return Finding::problem("The endpoint at {$address} has a fault.", "See PHP's error log on the web server.");
        }
        if (str_contains((string) $answer->getContent(), '<?php')) {
            return Finding::problem("{$address} shows its source.", 'Switch PHP on for this folder in the configuration of the web server.');
        }

        return Finding::problem("{$address} answers {$answer->getStatusCode()}, and not as the endpoint would.", 'Upload the folder www whole, or correct SITE_URL and SERVICE_PREFIX.');
    }

    /**
     * What the web server's PHP may read and write is not what this program may, where another user runs it.
     *
     * @return iterable<Finding>
     */
    private function store(): iterable
    {
        try {
            $answer = $this->internet->get("{$this->configuration->siteUrl}{$this->configuration->servicePrefix}/contact_health.php");
        } catch (\RuntimeException) {
            return;
        }
        if ($answer->getStatusCode() === 503 && !($this->isExplained)()) {
            yield Finding::problem(
                'The live site says that it is failing.',
                "See what is said of the queue below. Where that is well, the web server's PHP cannot use the store: give it to its user, as root: php server/console setup --owner=www-data. Where you are not root, ask your host as which user PHP runs, and to give the data folder to it.",
            );
        }
    }

    private function clocks(\DateTimeImmutable $there): Finding
    {
        $seconds = abs($this->clock->now()->getTimestamp() - $there->getTimestamp());

        return $seconds <= self::MOST_SECONDS_OFF
            ? Finding::ok('The clocks of this machine and of the web server agree.')
            : Finding::problem("This machine's clock and the web server's are {$seconds} seconds apart.", 'Keep both right with NTP (timedatectl set-ntp true); retries, limits and signatures go by the clock.');
    }

    /**
     * Asks the site for private files under every address that a slip in the web server's configuration could
     * give them: each end of their path, from the document root; and, of the private part alone, under the
     * endpoint's prefix, and beside it (https://nginx.org/en/docs/http/ngx_http_core_module.html#alias without
     * its slash). Only their content tells, because a site may answer 200 to everything. No more than these:
     * who asks for many addresses that are not there is shut out by some hosts.
     *
     * @return iterable<Finding>
     */
    public function exposure(): iterable
    {
        if ($this->configuration->siteUrl === null) {
            return; // endpoint() has said so.
        }
        try {
            if (is_dir($this->configuration->queue->dataFolder) && is_writable($this->configuration->queue->dataFolder)) {
                yield from $this->dataFolderExposure();
            }
            foreach (['.env', 'server/vendor/composer/installed.json'] as $name) {
                $file = \dirname($this->server) . "/{$name}";
                $content = is_file($file) ? trim((string) @file_get_contents($file, length: self::NEEDLE_LENGTH)) : '';
                if ($content !== '') {
                    yield $this->fetched($file, $content, least: $name === '.env' ? 1 : 3);
                }
            }
        } catch (\RuntimeException $unreachable) {
            yield Finding::warning("Whether private files can be fetched was not seen: {$unreachable->getMessage()}", 'See that the site is up and that this machine can reach it, then run this again.');
        }
    }

    /** @return iterable<Finding> */
    private function dataFolderExposure(): iterable
    {
        $token = bin2hex($this->randomizer->getBytes(16));
        $probe = "{$this->configuration->queue->dataFolder}/probe-" . bin2hex($this->randomizer->getBytes(4)) . '.txt';
        try {
            if (@file_put_contents($probe, $token) === false) {
                return; // HostChecks has said so, of the permissions, or of the queue where the disk is full: then the file is there, and empty.
            }
            // Strangers would need to guess the name; the web server must be able to read it, or nothing is shown by this.
            chmod($probe, 0o644);
            yield $this->fetched($probe, $token, $this->configuration->queue->dataFolder);
        } finally {
            @unlink($probe);
        }
    }

    /** @param int $least parts of its path that an address has: nobody shows a folder of a package */
    private function fetched(string $file, string $content, ?string $called = null, int $least = 1): Finding
    {
        $called ??= $file;
        foreach ($this->addressesOf($file, $least) as $address) {
            if (str_contains((string) $this->internet->get($address)->getContent(), $content)) {
                return Finding::problem("{$called} is open to the world, at {$address}.", 'Let the web server show the folder www alone, with its .htaccess (AllowOverride All) or nginx/site.conf, and keep private beside it.');
            }
        }

        return Finding::ok("{$called} cannot be fetched from the site.");
    }

    /** @return iterable<string> */
    private function addressesOf(string $file, int $least): iterable
    {
        $parts = self::partsOf($file);
        $above = self::partsOf(\dirname($this->server, 2));
        // Of a data folder that is elsewhere, itself.
        $private = \array_slice($parts, 0, \count($above)) === $above ? \count($parts) - \count($above) : 2;
        foreach (['' => \count($parts), $this->configuration->servicePrefix => $private, "{$this->configuration->servicePrefix}.." => $private] as $base => $most) {
            for ($length = $least; $length <= $most; ++$length) {
                yield "{$this->configuration->siteUrl}{$base}/" . implode('/', \array_slice($parts, -$length));
            }
        }
    }

    /** @return list<string> of the full path, as in an address */
    private static function partsOf(string $path): array
    {
        return array_map(rawurlencode(...), explode('/', trim(strtr((string) realpath($path), '\\', '/'), '/')));
    }

    /**
     * Whether the web server goes by the configuration that the build made. The pages' own style is allowed
     * by its hash, so that a policy of an earlier build leaves them bare.
     *
     * @return iterable<Finding>
     */
    public function policy(): iterable
    {
        if ($this->configuration->siteUrl === null) {
            return; // endpoint() has said so.
        }
        try {
            $answer = $this->internet->get("{$this->configuration->siteUrl}/");
        } catch (\RuntimeException) {
            return; // It has said this too.
        }
        $policy = implode('', $answer->headers->all('Content-Security-Policy'));
        if ($policy === '') {
            yield Finding::warning("{$this->configuration->siteUrl} sends no content security policy, nor probably the other headers that protect visitors.", self::POLICY_FIX);
        } elseif (preg_match('~<style>(.*?)</style>~s', (string) $answer->getContent(), $found) === 1) {
            $hash = base64_encode(hash('sha256', $found[1], true));
            yield str_contains($policy, "'sha256-{$hash}'")
                ? Finding::ok('The content security policy is the one of the pages that are there.')
                : Finding::problem('The content security policy is not the one of the pages that are there: browsers show them without their style.', self::POLICY_FIX);
        }
    }

    /**
     * Whether all of the site is there, and of the build that this folder came with: somebody may have uploaded half.
     *
     * @return iterable<Finding>
     */
    public function build(): iterable
    {
        $built = json_decode((string) @file_get_contents("{$this->configuration->pagesFolder}/files.json"), true);
        if ($this->configuration->siteUrl === null || !\is_array($built)) {
            return;
        }
        $missing = $broken = $other = [];
        foreach ($built as $path => $sizesAndHashes) {
            try {
                $fault = $this->faultOf((string) $path, \is_array($sizesAndHashes) ? $sizesAndHashes : []);
            } catch (\RuntimeException $unreachable) {
                yield Finding::warning("Whether all of the site is there was not seen: {$unreachable->getMessage()}", 'See that the site is up and that this machine can reach it, then run this again.');

                return;
            }
            match ($fault) {
                self::MISSING => $missing[] = $path,
                self::BROKEN => $broken[] = $path,
                self::OTHER => $other[] = $path,
                null => null,
            };
        }
        if ($missing !== []) {
            yield Finding::problem('Of the site, ' . self::some($missing) . ' cannot be fetched.', 'Upload the folder www whole.');
        }
        if ($broken !== []) {
            yield Finding::problem('Of the site, ' . self::some($broken) . (\count($broken) === 1 ? ' is' : ' are') . ' broken: cut off, or not what was built.', 'Upload the folder www whole, over what is there, with the files that end in .br and .gz. Where it is, have your host or its cache deliver files as they are.');
        }
        if ($other !== []) {
            yield Finding::warning('Of the site, ' . self::some($other) . (\count($other) === 1 ? ' is' : ' are') . ' not of the build that private is of, or something on the way changes files.', 'Upload www and private of the same build. Where they are, have your host or its cache deliver files as they are.');
        }
        if ($missing === [] && $broken === [] && $other === []) {
            yield Finding::ok('All files of the site are there, and of the same build as private: ' . \count($built) . '.');
        }
    }

    /**
     * First as a browser asks for it, since what it then gets is a file of its own, which may be cut off too.
     *
     * @param array<mixed> $built by encoding, the size and the hash of what the build made
     *
     * @return self::MISSING|self::BROKEN|self::OTHER|null null where it is what was built
     */
    private function faultOf(string $path, array $built): ?string
    {
        $url = "{$this->configuration->siteUrl}{$path}";
        $answer = $this->internet->get($url, self::ENCODINGS, self::MOST_BYTES_OF_FILE);
        if (!$answer->isSuccessful()) {
            return self::MISSING;
        }
        if (\strlen((string) $answer->getContent()) === self::MOST_BYTES_OF_FILE) {
            return null;
        }
        $encoding = $answer->headers->get('Content-Encoding') ?? '';
        $encoded = (string) $answer->getContent();
        if (self::is($encoded, $built[$encoding] ?? null)) {
            return null;
        }
        $plain = $encoding === '' ? $encoded : (string) $this->internet->get($url, mostBytes: self::MOST_BYTES_OF_FILE)->getContent();
        if (self::is($plain, $built[''] ?? null)) {
            // Compressed by somebody else, then: nobody makes less of it than the build does by br.
            $size = \is_array($built[$encoding] ?? null) ? $built[$encoding][0] ?? 0 : 0;

            return $encoding === 'br' && \strlen($encoded) < $size ? self::BROKEN : null;
        }
        $isWhole = match (true) {
            str_ends_with($path, '.js') => false, // Its name goes by its content.
            str_contains(basename($path), '.') => true, // Nothing that a page could not do without.
            default => str_ends_with(rtrim($plain), '</html>'),
        };

        return $isWhole ? self::OTHER : self::BROKEN;
    }

    private static function is(string $content, mixed $built): bool
    {
        return \is_array($built) && ($built[1] ?? null) === hash('sha256', $content);
    }

    /** @param non-empty-list<int|string> $paths */
    private static function some(array $paths): string
    {
        $named = implode(', ', \array_slice($paths, 0, self::MOST_NAMED));

        return \count($paths) > self::MOST_NAMED ? "{$named} and " . (\count($paths) - self::MOST_NAMED) . ' more' : $named;
    }

    /**
     * What visitors without JavaScript are answered with is made by the site's build.
     *
     * @return iterable<Finding>
     */
    public function pages(): iterable
    {
        foreach ([Pages::CONTACT, Pages::SENT] as $page) {
            $file = "{$this->configuration->pagesFolder}/{$page}";
            yield is_file($file) && is_readable($file)
                ? Finding::ok("{$page} is there for visitors without JavaScript.")
                : Finding::warning("{$file} is missing or cannot be read, so visitors without JavaScript get plain text.", 'Build the site and upload server/pages, or set PAGES_DIR.');
        }
    }
}
