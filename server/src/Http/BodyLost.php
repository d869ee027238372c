<?php

declare(strict_types=1);

namespace Enquiry\Http;

/** PHP had the body and could not keep it: what does not fit into 16 KB of memory goes into a temporary file. */
final class BodyLost extends \RuntimeException
{
    private const WARNINGS = '/POST data can.t be buffered|create temporary file/';

    /** @param array{message: string, ...}|null $lastError as error_get_last() has it, also from before the script began */
    public static function tryFrom(?array $lastError): ?self
    {
        $warning = $lastError['message'] ?? '';

        return preg_match(self::WARNINGS, $warning) === 1
            ? new self('The temporary folder of PHP, ' . sys_get_temp_dir() . ", is missing, full or closed: {$warning}")
            : null;
    }
}
