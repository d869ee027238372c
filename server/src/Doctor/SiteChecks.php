<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\Installation;
use Enquiry\Http\Submission;
use Enquiry\Operations\Finding;
use Enquiry\Shared\Clock;
use Symfony\Component\HttpClient\HttpClient;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Contracts\HttpClient\Exception\TransportExceptionInterface;
use Symfony\Contracts\HttpClient\HttpClientInterface;

/** Checks the live site over HTTP. */
final readonly class SiteChecks
{
    /** No page has this address, so the site must answer with its own 404 page. */
    private const NO_PAGE = '/website-doctor';

    /** Seconds before security.txt ends. */
    private const NOTICE = 30 * 86_400;

    private const CONFIGURATION = 'On Apache, upload www/.htaccess, which some FTP programs hide, and let Apache read '
        . 'it (AllowOverride All, mod_headers). If it has lines of another program, such as WordPress, delete them and '
        . 'the files of that program. On nginx, include nginx/site.conf, and reload nginx when it changes.';

    private const FIREWALL = 'A firewall of your host may refuse it. Ask your host to allow JSON and form posts to '
        . 'this address.';

    private const SERVER = "See the web server's error log: on Apache it names a line of .htaccess that the host does "
        . "not allow. Then see PHP's error log, and check that php-fpm runs (systemctl status 'php*-fpm') and that the "
        . 'web server uses its socket. For the database, see the queue below.';

    private const UPLOAD = 'Upload the whole folder www as the document root, or correct SITE_URL and SERVICE_PREFIX. '
        . 'Switch PHP on for this folder. If only the status is wrong, something prints output before the scripts run: '
        . 'check auto_prepend_file in php.ini.';

    private string $url;
    private HttpClientInterface $client;

    public function __construct(
        private Configuration $configuration,
        private Installation $installation,
        ?HttpClientInterface $client = null,
        private Clock $clock = new Clock(),
    ) {
        $this->url = $configuration->siteUrl;
        $this->client = $client ?? HttpClient::create([
            'timeout' => 5,
            'max_duration' => 10,
            'max_redirects' => 0,
            'headers' => ['User-Agent' => 'website-doctor'],
        ]);
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
        try {
            foreach ($this->configuration->formAddresses() as $path) {
                yield $this->endpoint($this->url . $path);
            }
            yield from $this->withoutEncryption();
            yield from $this->pages();
            yield from $this->securityContact();
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
        $json = $this->ask($address, ['Content-Type' => $media], '{}');
        $form = $this->ask($address, ['Content-Type' => Submission::FORM, 'Accept' => $media], 'name=');
        [$kind, $answer] = self::isOurs($json) ? ['a form', $form] : ['JSON', $json];
        $status = $answer->getStatusCode();
        $text = preg_replace('/\s+/', ' ', strip_tags(mb_scrub((string) $answer->getContent(), 'UTF-8')));
        $said = mb_strimwidth((string) $text, 0, 100, '…', 'UTF-8');
        $what = "{$address} answers {$status} instead of 422 to {$kind}: \"{$said}\"";

        return match (true) {
            self::isOurs($answer) => Finding::ok("The endpoint answers at {$address}."),
            self::isOurs($form) => Finding::warning($what, self::FIREWALL . ' Until then, the page sends forms.'),
            $answer->isRedirection() => Finding::problem(
                "{$address} redirects to {$answer->headers->get('Location')}.",
                'Set SITE_URL to the address where visitors end up, on your computer and on the host, and build again.',
            ),
            default => Finding::problem($what, match (true) {
                \in_array($status, [403, 406], true) => self::FIREWALL,
                $status >= 500 => self::SERVER,
                default => self::UPLOAD,
            }),
        };
    }

    /** @return iterable<Finding> */
    private function withoutEncryption(): iterable
    {
        if (!str_starts_with($this->url, 'https:')) {
            return;
        }
        $plain = 'http://' . parse_url($this->url, \PHP_URL_HOST);
        try {
            if ($this->ask("{$plain}/public/index")->isOk()) {
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
        $answer = $this->ask($address);
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
                    . 'store: give the data folder and .env to the user that PHP runs as (as root: chown -R www-data '
                    . 'server/data .env), or ask your host to.',
            ),
            default => Finding::ok("The health page answers at {$address}."),
        };
    }

    /**
     * The page for missing addresses shows whether the site is uploaded and the web server configured.
     * @return iterable<Finding>
     */
    private function pages(): iterable
    {
        $answer = $this->ask($this->url . self::NO_PAGE);
        $status = $answer->getStatusCode();
        yield $status === 404 && str_contains((string) $answer->getContent(), '/assets/')
            ? Finding::ok('An address without a page gets the answer 404.')
            : Finding::problem(
                "An address without a page does not get the site's own 404 page, but {$status}.",
                'Upload the whole folder www. ' . self::CONFIGURATION,
            );
        if (!$answer->headers->has('Content-Security-Policy')) {
            yield Finding::warning(
                "{$this->url} answers without a Content-Security-Policy, which protects visitors.",
                self::CONFIGURATION,
            );
        }
    }

    /** @return iterable<Finding> */
    private function securityContact(): iterable
    {
        $text = (string) $this->ask("{$this->url}/.well-known/security.txt")->getContent();
        $end = preg_match('/^Expires: *(\S+)/mi', $text, $found) === 1 ? (int) strtotime($found[1]) : \PHP_INT_MAX;
        if ($end < $this->clock->time() + self::NOTICE) {
            yield Finding::warning(
                'security.txt is valid until ' . gmdate('Y-m-d', $end) . ': afterwards, nobody knows where to report a '
                    . 'vulnerability.',
                'Build and deploy the site again (npm run deploy), which also brings the next public holidays.',
            );
        }
    }

    /** Whether private is in the document root, and the web server shows its files. */
    private function privateFiles(): Finding
    {
        $content = trim((string) @file_get_contents($this->installation->environment(), length: 200));
        foreach (["{$this->url}/.env", "{$this->url}/private/.env"] as $address) {
            if ($content !== '' && str_contains((string) $this->ask($address)->getContent(), $content)) {
                return Finding::problem(
                    "Private files are open to the world: {$address}.",
                    'Make www the document root, with its .htaccess (AllowOverride All) or nginx/site.conf, and keep '
                        . 'private beside it.',
                );
            }
        }

        return Finding::ok('The site does not show .env.');
    }

    /**
     * Verifies certificates, and does not follow redirects.
     * @param array<string, string> $headers
     * @param ?string               $body    of a POST request
     * @throws \RuntimeException without an answer of the site
     */
    private function ask(string $url, array $headers = [], ?string $body = null): Response
    {
        try {
            $method = $body === null ? 'GET' : 'POST';
            $answer = $this->client->request($method, $url, ['headers' => $headers, 'body' => $body]);
            $response = new Response($answer->getContent(false), $answer->getStatusCode(), $answer->getHeaders(false));
        } catch (TransportExceptionInterface $failure) {
            throw new \RuntimeException("{$url} gave no answer: {$failure->getMessage()}", previous: $failure);
        }

        return $response->getStatusCode() !== 401
            ? $response
            : throw new \RuntimeException("{$url} asks for a password (401)");
    }
}
