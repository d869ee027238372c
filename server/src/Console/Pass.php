<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Shared\Clock;

/** A random pass for one request. Whoever can write beside .env has put the hash of both there. */
final readonly class Pass
{
    private const SECONDS = 600;

    /**
     * @param string $file   holds the hash. Its time is the host's own, whatever the operator's clock says
     * @param string $hashed the secret and the body of the request
     */
    public static function isAccepted(string $file, string $hashed, Clock $clock): bool
    {
        clearstatcache(true, $file);
        $age = $clock->time() - (int) @filemtime($file);
        if ($age > self::SECONDS || $age < -Clock::SKEW) {
            return false;
        }
        $isRight = hash_equals((string) @file_get_contents($file), hash('sha256', $hashed));

        if (!$isRight || @unlink($file)) {
            return $isRight;
        }
        // Another request has used the pass, or PHP may not remove the file. Then the operator's computer does.
        clearstatcache(true, $file);

        return is_file($file);
    }
}
