<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\Installation;
use Enquiry\Http\Submission;
use Enquiry\Queue\Finding;
use Symfony\Component\HttpFoundation\Response;

/** Checks the live site over HTTP. */
final readonly class SiteChecks
{
    /** No page has this address, so the site must answer with its own 404 page. */
    private const NO_PAGE = '/website-doctor';

    private const CONFIGURATION = 'On Apache, upload www/.htaccess, which some FTP programs hide, and let Apache read '
        . 'it (AllowOverride All, mod_headers). If it has lines of another program, such as WordPress, delete them and '
        . 'the files of that program. On nginx, include nginx/site.conf, and reload nginx when it changes.';

    private const FIREWALL = 'A firewall of your host may refuse it. Ask your host to allow JSON and form posts to '
        . 'this address.';

    private const PHP = "PHP does not run, or cannot use the store. Check php-fpm (systemctl status 'php*-fpm'), and "
        . 'that the web server uses its socket. For the store, see the queue below.';

    /** By the HTTP status of an answer that did not come from the endpoint. */
    private const FIXES = [
        403 => self::FIREWALL,
        406 => self::FIREWALL,
        500 => "See the web server's own error log: on Apache it names a line of .htaccess that the host does not "
            . "allow. Then see PHP's error log.",
        502 => self::PHP,
        503 => self::PHP,
        504 => self::PHP,
    ];

    private const OTHERWISE = 'Upload the whole folder www as the document root, or correct SITE_URL and '
        . 'SERVICE_PREFIX. If only the status is wrong, something prints output before the scripts run: check '
        . 'auto_prepend_file in php.ini.';

    private string $url;

    public function __construct(
        private Configuration $configuration,
        private Installation $installation,
        private Internet $internet,
    ) {
        $this->url = $configuration->siteUrl;
    }

    /** @return iterable<Finding> */
    public function findings(): iterable
    {
        if ($this->url === '') {
            yield Finding::warning(
                'SITE_URL is not set, so the live site was not checked.',
                'Set SITE_URL to the address of the live site and run doctor again.',
            );

            return;
        }
        $addresses = array_map(fn(string $path): string => $this->url . $path, $this->configuration->formAddresses());
        try {
            if ($this->internet->ask($addresses[0] ?? $this->url)->getStatusCode() === 401) {
                yield Finding::warning(
                    "{$this->url} asks for a password (401), so the live site was not checked.",
                    'This is right for a staging site. For a public site, remove the password in the control panel '
                        . 'of your host (directory privacy), or the lines with AuthType in .htaccess.',
                );

                return;
            }
            yield from array_map($this->endpoint(...), $addresses);
            yield from $this->withoutEncryption();
            yield from $this->pages();
            yield $this->health();
            yield $this->privateFiles();
        } catch (\RuntimeException $unreachable) {
            $reason = $unreachable->getMessage();
            yield str_contains($reason, 'certificate')
                ? Finding::problem(
                    $reason,
                    'Browsers block the site. Renew the certificate for this name, with and without www (certbot '
                        . 'renew, or SSL in the control panel of your host), and send the whole certificate chain.',
                )
                : Finding::warning(
                    "The live site was not checked: {$reason}",
                    'Check that the site is up and that this machine can reach it.',
                );
        }
    }

    /** Sends a message without fields as JSON and as a form, as the page does. The endpoint rejects both. */
    private function endpoint(string $address): Finding
    {
        $media = Submission::JSON;
        $json = $this->internet->ask($address, ['Content-Type' => $media], '{}');
        $form = $this->internet->ask($address, ['Content-Type' => Submission::FORM, 'Accept' => $media], 'name=');
        $answer = self::isOurs($json) ? $form : $json;
        $status = $answer->getStatusCode();
        $body = (string) $answer->getContent();
        $text = (string) preg_replace('/\s+/', ' ', strip_tags(mb_scrub($body, 'UTF-8')));
        $said = mb_strimwidth($text, 0, 100, '…', 'UTF-8');
        $what = "{$address} answers {$status} instead of 422: \"{$said}\"";

        return match (true) {
            self::isOurs($answer) => Finding::ok("The endpoint answers at {$address}."),
            self::isOurs($json) => Finding::problem(
                "{$what} to a form",
                'Visitors without JavaScript cannot send a message. Ask your host to allow form posts to this address.',
            ),
            self::isOurs($form) => Finding::warning(
                "{$what} to JSON, and accepts forms",
                'A firewall may refuse JSON, so the page sends each message a second time, as a form. Ask your host '
                    . 'to allow JSON posts to this address.',
            ),
            $answer->isRedirection() => Finding::problem(
                "{$address} redirects to {$answer->headers->get('Location')}.",
                'Set SITE_URL to the address where visitors end up, on your computer and on the host, and build again.',
            ),
            str_contains($body, '<?php') => Finding::problem(
                "{$address} shows its source.",
                'Switch PHP on for this folder in the configuration of the web server.',
            ),
            default => Finding::problem($what, self::FIXES[$status] ?? self::OTHERWISE),
        };
    }

    /** @return iterable<Finding> */
    private function withoutEncryption(): iterable
    {
        if (!str_starts_with($this->url, 'https:')) {
            return;
        }
        $plain = 'http://' . parse_url($this->url, \PHP_URL_HOST);
        $form = $plain . ($this->configuration->formAddresses()[0] ?? '');
        try {
            $answer = $this->internet->ask($form, ['Content-Type' => Submission::JSON], '{}');
            if (self::isOurs($answer) || $this->internet->ask("{$plain}/public/index")->isOk()) {
                yield Finding::warning(
                    "The site answers at {$plain} too: others on the network can read what a visitor types.",
                    'Switch on the redirect to HTTPS in the control panel of your host. Or set REDIRECT_TO_HTTPS=yes '
                        . 'in the .env of the repository, and build and upload again.',
                );
            }
        } catch (\RuntimeException) {
            // Nothing answers there: all is well.
        }
    }

    private static function isOurs(Response $answer): bool
    {
        return \in_array($answer->getStatusCode(), [422, 429], true)
            && str_contains((string) $answer->getContent(), '"code"');
    }

    private function health(): Finding
    {
        $address = "{$this->url}{$this->configuration->servicePrefix}/contact_health.php";
        $answer = $this->internet->ask($address);
        $health = json_decode((string) $answer->getContent(), true);

        return match (true) {
            !\is_array($health) || !isset($health['status']) => Finding::problem(
                "{$address} answers {$answer->getStatusCode()}, but not with the health page.",
                "Upload the whole folders www and private. See PHP's error log.",
            ),
            ($health['release'] ?? '') !== $this->installation->release => Finding::problem(
                "Another release, or another installation, answers {$this->url}. Enquiries sent there may not reach "
                    . 'this installation.',
                'Check SITE_URL, and that its host name points to this machine. Look for a second folder named '
                    . 'private: the one inside the document root is used first.',
            ),
            $health['status'] !== 'ok' => Finding::problem(
                'The health page of the live site says that it is failing.',
                "See the findings about the queue below. If there are none, the web server's PHP cannot use the "
                    . "store: run php {$this->installation->console()} setup --owner=www-data as root, or ask your "
                    . 'host to give the data folder to the user that PHP runs as.',
            ),
            default => Finding::ok("The health page answers at {$address}."),
        };
    }

    /**
     * One page shows whether the web server is configured.
     * @return iterable<Finding>
     */
    private function pages(): iterable
    {
        $page = "{$this->url}/public/index";
        $answer = $this->internet->ask($page);
        // Apache without mod_rewrite adds a slash.
        $answer = $answer->isRedirection() ? $this->internet->ask("{$page}/") : $answer;
        yield match (true) {
            !$answer->isOk() => Finding::problem(
                "{$page} answers {$answer->getStatusCode()} instead of 200.",
                'Upload the whole folder www. ' . self::CONFIGURATION,
            ),
            !$answer->headers->has('Content-Security-Policy') => Finding::warning(
                "{$page} comes without a Content-Security-Policy, which protects visitors.",
                self::CONFIGURATION,
            ),
            default => Finding::ok("{$page} answers, with a Content-Security-Policy."),
        };
        $none = $this->internet->ask($this->url . self::NO_PAGE);
        yield $none->getStatusCode() === 404 && str_contains((string) $none->getContent(), '/assets/')
            ? Finding::ok('An address without a page gets the answer 404.')
            : Finding::problem(
                "An address without a page does not get the site's own 404 page, but {$none->getStatusCode()}.",
                self::CONFIGURATION,
            );
    }

    /** Whether a wrong configuration of the web server lets visitors read private files. */
    private function privateFiles(): Finding
    {
        $open = [
            ...$this->openAddresses($this->installation->environment()),
            ...$this->openAddresses($this->configuration->folder()->file('address.key')),
        ];

        return $open === []
            ? Finding::ok('The site does not show .env or the data folder.')
            : Finding::problem(
                'Private files are open to the world: ' . Finding::some($open) . '.',
                'Make www the document root, with its .htaccess (AllowOverride All) or nginx/site.conf, and keep '
                    . 'private beside it.',
            );
    }

    /** @return list<string> with the last one to four parts of the file's path, if they show it */
    private function openAddresses(string $file): array
    {
        $path = realpath($file);
        $content = trim((string) @file_get_contents($file, length: 200));
        $parts = $path === false || $content === '' ? [] : explode('/', trim($path, '/'));
        for ($length = 1; $length <= min(4, \count($parts)); ++$length) {
            $address = "{$this->url}/" . implode('/', array_map(rawurlencode(...), \array_slice($parts, -$length)));
            if (str_contains((string) $this->internet->ask($address)->getContent(), $content)) {
                return [$address];
            }
        }

        return [];
    }
}
