<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

final class Interrupted extends \RuntimeException {}
