<?php

declare(strict_types=1);

namespace Enquiry\Queue;

/** Too many long enquiries came in a short time. Short ones are still accepted. */
final class LongRefused extends \RuntimeException {}
