<?php

declare(strict_types=1);

namespace Enquiry\Mail;

/** A mail server's answer for one recipient. */
enum Verdict
{
    case Accepted;
    /** Before the server had the text. */
    case Refused;
    /** The text, for now. */
    case TextDeferred;
    /** The text, with a permanent error. */
    case TextRefused;
    /** The whole mail was sent, but no answer came, so it may have arrived. */
    case Unanswered;
}
