<?php

declare(strict_types=1);

namespace Enquiry\Console;

/** Ends a command with 1. The message says why, and what to do. */
final class Failure extends \RuntimeException {}
