<?php

declare(strict_types=1);

namespace Enquiry\Configuration;

use Enquiry\Http\AddressKey;
use Enquiry\Http\Origin;

/** What the configuration says of who may send an enquiry, and how clients are told apart. */
final readonly class AccessSettings
{
    /**
     * @param list<Origin> $origins whose pages may, besides the one that the request went to
     * @param list<string> $proxies IP addresses and CIDR ranges of proxies to believe
     * @param ?\SensitiveParameterValue $healthToken by which a monitor is told the details; null where nobody is
     */
    public function __construct(
        public array $origins,
        public array $proxies,
        public AddressKey $addressKey,
        public ?\SensitiveParameterValue $healthToken,
    ) {}
}
