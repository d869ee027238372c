<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Configuration\SiteSettings;
use Enquiry\Http\ErrorCode;
use Psr\Clock\ClockInterface;

/** Whether the endpoint answers where the site expects it, under the web server's PHP, and at what time. */
final readonly class SiteCheck implements Check
{
    private const MOST_SECONDS_OFF = 300;

    public function __construct(private SiteSettings $site, private Web $web, private ClockInterface $clock) {}

    public function findings(): iterable
    {
        if ($this->site->url === null) {
            yield Finding::warning('SITE_URL is not set, so nothing was asked of the live site.', 'Set SITE_URL to the address of the live site and run this again.');

            return;
        }
        $address = "{$this->site->url}{$this->site->servicePrefix}/contact_process.php";
        try {
            $answer = $this->web->get($address);
        } catch (Unreachable $unreachable) {
            yield Finding::warning($unreachable->getMessage(), 'See that the site is up and that this machine can reach it, then run this again.');

            return;
        }
        if (self::isWithoutPhp($answer)) {
            yield Finding::problem("PHP does not answer at {$address}; the web server does in its place, with {$answer->status}.", "See that php-fpm runs (systemctl status 'php*-fpm'), and that the web server asks at its socket: for nginx that is \$php in its server block.");
        } else {
            yield $this->endpoint($address, $answer);
            yield from $this->store();
        }
        if ($answer->date !== null) {
            yield $this->time($answer->date);
        }
    }

    /** By the status of a gateway (RFC 9110 section 15.6), or by the web server's own words where PHP is away. */
    private static function isWithoutPhp(WebAnswer $answer): bool
    {
        return \in_array($answer->status, [502, 503, 504], true) || preg_match('/"(?:unavailable|undecided)"/', $answer->body) === 1;
    }

    /** A GET request is refused, in the endpoint's own words: that is how one knows that it was the endpoint. */
    private function endpoint(string $address, WebAnswer $answer): Finding
    {
        if (str_contains($answer->body, '"' . ErrorCode::MethodNotAllowed->value . '"')) {
            return $answer->status === ErrorCode::MethodNotAllowed->status()
                ? Finding::ok("The endpoint answers at {$address}.")
                : Finding::problem("Something prints before PHP's scripts at {$address} run, so that every status is {$answer->status}, also that of contact_health.php, which can tell a monitor nothing.", 'See how the text at that address begins, and take away what prints it: auto_prepend_file in php.ini, or warnings as PHP starts (display_startup_errors = Off hides those, its error log has them).');
        }
        if (str_contains($answer->body, '"' . ErrorCode::ServerError->value . '"')) {
            return Finding::problem("The endpoint at {$address} has a fault.", "See PHP's error log on the web server.");
        }
        if (str_contains($answer->body, '<?php')) {
            return Finding::problem("{$address} shows its source.", 'Switch PHP on for this folder in the configuration of the web server.');
        }

        return Finding::problem("{$address} answers {$answer->status}, and not as the endpoint would.", 'Upload the folder www whole, or correct SITE_URL and SERVICE_PREFIX.');
    }

    /**
     * What the web server's PHP may read and write is not what this program may, where another user runs it.
     *
     * @return iterable<Finding>
     */
    private function store(): iterable
    {
        try {
            $answer = $this->web->get("{$this->site->url}{$this->site->servicePrefix}/contact_health.php");
        } catch (Unreachable) {
            return;
        }
        if ($answer->status === 503) {
            yield Finding::problem(
                'The live site says that it is failing.',
                "See what is said of the queue below. Where that is well, the web server's PHP cannot use the store: give it to its user, as root: php server/console setup --owner=www-data",
            );
        }
    }

    private function time(\DateTimeImmutable $there): Finding
    {
        $seconds = abs($this->clock->now()->getTimestamp() - $there->getTimestamp());

        return $seconds <= self::MOST_SECONDS_OFF
            ? Finding::ok('The clocks of this machine and of the web server agree.')
            : Finding::problem("This machine's clock and the web server's are {$seconds} seconds apart.", 'Keep both right with NTP (timedatectl set-ntp true); retries, limits and signatures go by the clock.');
    }
}
