<?php

declare(strict_types=1);

namespace Enquiry\Http;

/** Which page sent a request, as far as the browser says. */
enum Provenance
{
    case Ours;

    /** A site in ALLOWED_ORIGINS, or SITE_URL. */
    case Listed;

    case Foreign;

    /** A client that is no browser, or a browser from before Fetch Metadata. */
    case Unknown;
}
