<?php

declare(strict_types=1);

namespace Enquiry\Http;

/** Which website a request comes from, according to the browser. */
enum Provenance
{
    case Ours;
    case Foreign;

    /** From a program, or from a browser without Fetch Metadata. */
    case Unknown;
}
