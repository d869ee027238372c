<?php

declare(strict_types=1);

namespace Enquiry\Http;

/** PHP had the body and could not keep it: what does not fit into 16 KB of memory goes into a temporary file. */
final class BodyLost extends \RuntimeException
{
    /** Bytes; of more PHP keeps all or nothing. */
    public const KEPT_IN_MEMORY = 16_384;

    private const WARNINGS = '/POST data can.t be buffered|create temporary file/';

    public static function after(int $bytes): self
    {
        return new self("PHP kept {$bytes} bytes of the request only: its temporary folder, " . sys_get_temp_dir() . ', is missing, full or closed.');
    }

    /** For a body whose length was not stated; PHP may have met it before the script began. */
    public static function isLastError(): bool
    {
        return preg_match(self::WARNINGS, error_get_last()['message'] ?? '') === 1;
    }
}
