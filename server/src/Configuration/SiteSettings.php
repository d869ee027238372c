<?php

declare(strict_types=1);

namespace Enquiry\Configuration;

/** Where the site is found, as its build reads it too, and where the pages are that its build left for the endpoint. */
final readonly class SiteSettings
{
    /** @param ?string $url without a slash at its end; null where the endpoint was not told */
    public function __construct(public ?string $url, public string $servicePrefix, public string $pagesFolder) {}
}
