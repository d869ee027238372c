<?php

declare(strict_types=1);

namespace Enquiry\Configuration;

/** Where the site is found, as its build reads it too, who may send an enquiry, and how clients are told apart. */
final readonly class SiteSettings
{
    /**
     * @param ?string                   $url         without a slash at its end; null where the endpoint was not told
     * @param string                    $pagesFolder with what the build left for the endpoint
     * @param list<string>              $origins     as Origins has them, whose pages may send, besides the one that the request went to
     * @param list<string>              $proxies     IP addresses and CIDR ranges of proxies to believe
     * @param ?\SensitiveParameterValue<string> $addressKey what client addresses are hashed with; null where the endpoint makes one up
     * @param ?\SensitiveParameterValue $healthToken by which an operator is known; null where nobody is
     */
    public function __construct(
        public ?string $url,
        public string $servicePrefix,
        public string $pagesFolder,
        public array $origins,
        public array $proxies,
        public ?\SensitiveParameterValue $addressKey,
        public ?\SensitiveParameterValue $healthToken,
    ) {}
}
