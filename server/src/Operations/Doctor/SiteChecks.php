<?php

declare(strict_types=1);

namespace Enquiry\Operations\Doctor;

use Enquiry\Configuration\Configuration;
use Enquiry\Http\ErrorCode;
use Enquiry\Http\Pages;
use Enquiry\Operations\InstallationProof;
use Psr\Clock\ClockInterface;
use Random\Randomizer;
use Symfony\Component\HttpFoundation\Response;

/** The live site, as a stranger finds it, and the pages that were built for it. */
final readonly class SiteChecks
{
    private const MOST_SECONDS_OFF = 300;

    private const NEEDLE_LENGTH = 200;

    /** Of no message: to ask for its confirmation tells nothing and changes nothing. */
    private const REFERENCE = '7K3QM-2XF9D';

    /** What the other scripts of the endpoint say to a stranger, by whose question nothing is stored or sent. */
    private const SCRIPTS = [
        'contact_health.php' => '/"status":"(?:ok|failing)"/',
        'contact_sent.php' => '/' . self::REFERENCE . '/',
        'contact_status.php' => '/HEALTH_TOKEN|\.env/',
        'contact_work.php' => '/HEALTH_TOKEN|\.env/',
    ];

    /** Where nothing is, so that the site's own 404 comes. */
    private const NO_PAGE = '/website-doctor';

    private const ANOTHER_FIX = 'Look for another folder private: the one inside the document root is used before the one beside it. Check that SITE_URL is right and that its name leads to this machine; on a move, put the name and this machine\'s address into its /etc/hosts. Upload www of the same build as private. Set DATA_DIR in .env, not in the environment of the web server.';

    private const POLICY_FIX = 'Upload www/.htaccess too, and let Apache read it (AllowOverride All, mod_headers); for nginx upload and include nginx/site.conf, and reload nginx after each upload.';

    /**
     * @param string            $server      the folder that holds vendor and public
     * @param \Closure(): bool $isExplained whether the queue says by itself why the live site would be failing, and that it is over
     */
    public function __construct(
        private Configuration $configuration,
        private string $server,
        private BuildChecks $build,
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
            $answer = $this->internet->get($address, redirects: false);
            $isElsewhere = $answer->isRedirection() && preg_match('~^https?://[^/?#]+~i', $answer->headers->get('Location') ?? '', $there) === 1 && strcasecmp($there[0], $this->configuration->siteUrl) !== 0;
            $answer = $answer->isRedirection() ? $this->internet->get($address) : $answer;
        } catch (\RuntimeException $unreachable) {
            yield str_contains($unreachable->getMessage(), 'certificate')
                ? Finding::problem($unreachable->getMessage(), 'Browsers turn visitors away from it: renew the certificate (certbot renew), have the web server read it (reload), and send the whole chain.')
                : Finding::warning($unreachable->getMessage(), 'See that the site is up and that this machine can reach it, then run this again.');

            return;
        }
        if ($isElsewhere) {
            yield Finding::warning("SITE_URL, {$this->configuration->siteUrl}, redirects to {$there[0]}; the pages and the sitemap tell search engines that it is their canonical address.", "Set SITE_URL={$there[0]} in both .env, the build's and that of private, build, and upload.");
        }
        if (self::isWithoutPhp($answer)) {
            yield Finding::problem("PHP does not answer at {$address}; the web server does in its place, with {$answer->getStatusCode()}.", "See that php-fpm runs (systemctl status 'php*-fpm'), and that the web server asks at its socket: for nginx that is \$php in its server block.");
        } else {
            $finding = self::endpointAnswer($address, $answer);
            yield $finding;
            if (!$answer->isServerError()) {
                yield from $this->scripts($finding->level === Finding::OK);
            }
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
     * Each has a file of its own in www, which may be missing.
     *
     * @param bool $isThere whether contact_process.php is
     *
     * @return iterable<Finding>
     */
    private function scripts(bool $isThere): iterable
    {
        $unreached = [];
        foreach (self::SCRIPTS as $script => $words) {
            $address = "{$this->configuration->siteUrl}{$this->configuration->servicePrefix}/{$script}";
            try {
                [$answer, $isThisOne] = match ($script) {
                    'contact_health.php' => $this->health($address),
                    'contact_sent.php' => [$this->internet->get("{$address}?reference=" . self::REFERENCE), null],
                    default => [$this->internet->get($address), null],
                };
            } catch (\RuntimeException $unreachable) {
                yield Finding::warning($unreachable->getMessage(), 'See that the site is up and that this machine can reach it, then run this again.');

                return;
            }
            if ($answer->getStatusCode() === 500) {
                yield Finding::problem("{$address} has a fault.", "See PHP's error log on the web server.");
            } elseif (preg_match($words, (string) $answer->getContent()) !== 1) {
                $unreached[] = Finding::problem("{$address} answers {$answer->getStatusCode()}, and not as its script would.", 'Upload the folder www whole, and private too.');
            } elseif ($script === 'contact_health.php' && $answer->getStatusCode() === 503 && ($isThisOne === false || !($this->isExplained)())) {
                // What the web server's PHP may read and write is not what this program may, where another user runs it.
                yield Finding::problem(
                    'The live site says that it is failing' . ($isThisOne === false ? ", and it is another installation, or its PHP cannot read {$this->configuration->dataFolder}." : '.'),
                    "See what is said of the queue below. Where that is well, the web server's PHP cannot use the store: give it to its user, as root: php server/console setup --owner=www-data. Where you are not root, ask your host as which user PHP runs, and to give the data folder to it." . ($isThisOne === true ? '' : ' Or another installation answers. ' . self::ANOTHER_FIX),
                );
            } elseif ($isThisOne !== null) {
                yield $this->installation($isThisOne);
            }
        }
        // Where nothing of the endpoint is, that has been said.
        if ($isThere || \count($unreached) < \count(self::SCRIPTS)) {
            yield from $unreached;
        }
    }

    /** @return array{Response, ?bool} the answer, and whether it came from this installation; null where that could not be tried */
    private function health(string $address): array
    {
        $id = bin2hex($this->randomizer->getBytes(16));

        return $this->withProbe(
            InstallationProof::fileName($id),
            function (string $file, string $content) use ($address, $id): array {
                $answer = $this->internet->get($address, headers: [InstallationProof::HEADER => $id]);

                return [$answer, str_contains((string) $answer->getContent(), $content)];
            },
        ) ?? [$this->internet->get($address), null];
    }

    private function installation(bool $isThisOne): Finding
    {
        return match (true) {
            $isThisOne => Finding::ok("This installation answers {$this->configuration->siteUrl}."),
            // A database server may have several machines, each with a data folder of its own.
            $this->configuration->databaseUrl !== null => Finding::warning("Another installation answers {$this->configuration->siteUrl}.", 'Where several machines share the database of DATABASE_URL, this is as it should be. Otherwise: ' . self::ANOTHER_FIX),
            default => Finding::problem("Another installation answers {$this->configuration->siteUrl}: enquiries sent there do not reach this one.", self::ANOTHER_FIX),
        };
    }

    /**
     * @template T
     *
     * @param string                       $name of a file in the data folder, for as long as it is looked for
     * @param \Closure(string, string): T $look gets its path, and what is in it
     *
     * @return ?T null where it cannot be written, which HostChecks says
     */
    private function withProbe(string $name, \Closure $look): mixed
    {
        $probe = $this->configuration->folder()->file($name);
        $content = bin2hex($this->randomizer->getBytes(16));
        try {
            if (!is_dir($this->configuration->dataFolder) || @file_put_contents($probe, $content) === false) {
                return null;
            }
            // The web server must be able to read it, whoever runs this.
            chmod($probe, 0o644);

            return $look($probe, $content);
        } finally {
            @unlink($probe);
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
            // Strangers would need to guess the name.
            $finding = $this->withProbe('probe-' . bin2hex($this->randomizer->getBytes(4)) . '.txt', fn(string $file, string $content): Finding => $this->fetched($file, $content, $this->configuration->dataFolder));
            if ($finding !== null) {
                yield $finding;
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
     * Whether the web server goes by the configuration that the build made. What the pages have inline is
     * allowed by its hash, so that a policy of an earlier build leaves them bare, or without their scripts.
     *
     * @return iterable<Finding>
     */
    public function policy(): iterable
    {
        if ($this->configuration->siteUrl === null) {
            return; // endpoint() has said so.
        }
        $pages = $this->build->pages();
        $sent = "{$this->configuration->servicePrefix}/contact_sent.php?reference=" . self::REFERENCE;
        $looked = $bare = $blocked = [];
        $ownError = false;
        try {
            foreach ([...($pages === [] ? ['/'] : $pages), self::NO_PAGE, $sent] as $path) {
                $answer = $this->internet->get("{$this->configuration->siteUrl}{$path}", mostBytes: BuildChecks::MOST_BYTES_OF_FILE);
                $ownError = $ownError || ($path === self::NO_PAGE && str_contains((string) $answer->getContent(), '/assets/'));
                if (!$answer->isSuccessful() && $path !== self::NO_PAGE) {
                    continue; // Others say so.
                }
                $policies = $answer->headers->all('Content-Security-Policy');
                if ($policies === []) {
                    $bare[] = $path;
                }
                $shown = $path === $sent ? $this->endpointPages() : [$path === self::NO_PAGE ? 'the page of what is not there' : $path => (string) $answer->getContent()];
                foreach ($shown as $page => $html) {
                    $looked[] = $page;
                    foreach (self::blocked($html, $policies) as $kind) {
                        $blocked[$kind][] = $page;
                    }
                }
            }
        } catch (\RuntimeException) {
            return; // It has said this too.
        }
        if ($bare !== [] && $ownError) {
            yield Finding::warning("{$this->configuration->siteUrl} sends no content security policy, nor probably the other headers that protect visitors.", self::POLICY_FIX);
        } elseif ($bare !== []) {
            yield Finding::problem("{$this->configuration->siteUrl} is not served as the build means it to be: without the headers that protect visitors, the redirects and the page of what is not there.", 'For Apache, upload www/.htaccess, which some FTP programs hide. ' . self::POLICY_FIX);
        }
        if ($blocked !== []) {
            $named = array_values(array_unique(array_merge(...array_values($blocked))));
            yield Finding::problem('The content security policy is not the one of the pages that are there: browsers show ' . Finding::some($named) . ' without their ' . implode(' and ', array_keys($blocked)) . '.', self::POLICY_FIX);
        } elseif ($bare === [] && $looked !== []) {
            yield Finding::ok('The content security policy is the one of the pages that are there: ' . \count($looked) . '.');
        }
    }

    /** @return array<string, string> those that the endpoint fills in, by name */
    private function endpointPages(): array
    {
        $pages = [];
        foreach ([Pages::CONTACT, Pages::SENT] as $page) {
            $html = @file_get_contents("{$this->configuration->pagesFolder}/{$page}");
            $pages += $html === false ? [] : [$page => $html];
        }

        return $pages;
    }

    /**
     * @param list<string|null> $policies each of which has to allow it
     *
     * @return list<'style'|'script'> what a browser takes out of the page
     */
    private static function blocked(string $html, array $policies): array
    {
        $blocked = [];
        preg_match_all('~<(script|style)\b([^>]*)>(.*?)</\1>~s', $html, $inline, \PREG_SET_ORDER);
        foreach ($inline as [, $kind, $attributes, $text]) {
            // What is no script by its type, such as JSON-LD, is never run and needs no leave.
            if ($kind === 'style' || preg_match('/\b(?:src|type)=/', $attributes) !== 1) {
                $blocked[$kind] = ($blocked[$kind] ?? false) || !self::isAllowed($kind, $text, implode(',', $policies));
            }
        }

        return array_values(array_filter(['style', 'script'], static fn(string $kind): bool => $blocked[$kind] ?? false));
    }

    /** By CSP 3 (https://www.w3.org/TR/CSP3/#framework-policy), as far as a build of ours uses it. */
    private static function isAllowed(string $kind, string $text, string $policies): bool
    {
        // Browsers do so with the ends of lines before they look.
        $hash = "'sha256-" . base64_encode(hash('sha256', str_replace("\r\n", "\n", $text), true)) . "'";
        foreach (explode(',', $policies) as $policy) {
            $directives = [];
            foreach (explode(';', $policy) as $directive) {
                [$name, $sources] = explode(' ', trim($directive), 2) + ['', ''];
                $directives += [strtolower($name) => $sources];
            }
            $sources = $directives["{$kind}-src-elem"] ?? $directives["{$kind}-src"] ?? $directives['default-src'] ?? null;
            if ($sources !== null && !str_contains($sources, $hash) && (!str_contains($sources, "'unsafe-inline'") || str_contains($sources, "'sha256-"))) {
                return false;
            }
        }

        return true;
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
