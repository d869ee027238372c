<?php

declare(strict_types=1);

namespace Enquiry\Http;

/** Which page a request came from, by the word of the browser. */
enum Provenance
{
    /** A page of this site. */
    case Ours;

    /** A page of another site that the configuration lists. */
    case Listed;

    /** A page of somebody else's. */
    case Foreign;

    /** No word: a plain client, or a browser from before these headers. */
    case Untold;
}
