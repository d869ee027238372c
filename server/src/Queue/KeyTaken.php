<?php

declare(strict_types=1);

namespace Enquiry\Queue;

/** Another enquiry has the reference or the Idempotency-Key of a new one. */
final class KeyTaken extends \RuntimeException {}
