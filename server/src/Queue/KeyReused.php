<?php

declare(strict_types=1);

namespace Enquiry\Queue;

/** The Idempotency-Key was used for another message (draft-ietf-httpapi-idempotency-key-header, section 2.7). */
final class KeyReused extends \RuntimeException {}
