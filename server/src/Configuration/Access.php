<?php

declare(strict_types=1);

namespace Enquiry\Configuration;

use Enquiry\Http\Origins;

/** Who may send enquiries, and through what. */
final readonly class Access
{
    /**
     * @param list<string>                      $origins    whose pages may send enquiries, besides the request's own
     * @param list<string>                      $proxies    trusted IP addresses and CIDR ranges
     * @param ?\SensitiveParameterValue<string> $addressKey hashes client addresses; null: the endpoint makes its own
     */
    private function __construct(
        public array $origins,
        public array $proxies,
        public ?\SensitiveParameterValue $addressKey,
    ) {}

    /** @param string $siteUrl SITE_URL: a proxy may rewrite the Host header, so the site's own origin is listed too */
    public static function from(Settings $settings, string $siteUrl): self
    {
        $origins = array_map(Origins::parse(...), $settings->list('ALLOWED_ORIGINS'));
        $settings->require(
            !\in_array(null, $origins, true),
            'ALLOWED_ORIGINS',
            'must be one or more origins without a path, separated by commas',
            'https://example.co.za,https://www.example.co.za',
        );
        $origins[] = Origins::parse($siteUrl);
        $proxies = $settings->list('TRUSTED_PROXIES');
        $settings->require(
            array_filter($proxies, self::isAddressRange(...)) === $proxies,
            'TRUSTED_PROXIES',
            'must be one or more IP addresses or ranges, separated by commas',
            '10.0.0.5,2001:db8::/32',
        );

        return new self(
            origins: array_values(array_filter($origins, static fn(?string $origin): bool => $origin !== null)),
            proxies: $proxies,
            addressKey: $settings->randomKey('ADDRESS_KEY', '/^.{32,}$/s'),
        );
    }

    /** A range of 0 bits would trust every address. */
    private static function isAddressRange(string $range): bool
    {
        [$address, $bits] = explode('/', $range, 2) + ['', null];
        $most = filter_var($address, \FILTER_VALIDATE_IP, \FILTER_FLAG_IPV4) === false ? 128 : 32;
        $options = ['options' => ['min_range' => 1, 'max_range' => $most]];

        return filter_var($address, \FILTER_VALIDATE_IP) !== false
            && ($bits === null || filter_var($bits, \FILTER_VALIDATE_INT, $options) !== false);
    }
}
