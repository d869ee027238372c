<?php

declare(strict_types=1);

namespace Enquiry\Console;

/** Marks what is printed as standard output or standard error: one line of the answer for each part, in Base64. */
final class Frames extends \php_user_filter
{
    public const OUT = 'out';
    public const ERROR = 'err';

    /** So that the operator's computer can print a long text while it arrives. */
    private const BYTES = 49_152;

    /**
     * @param self::OUT|self::ERROR $kind
     * @return resource
     */
    public static function stream(string $kind)
    {
        \in_array(self::class, stream_get_filters(), true) || stream_filter_register(self::class, self::class);
        $stream = fopen('php://output', 'w');
        \assert($stream !== false);
        stream_filter_append($stream, self::class, \STREAM_FILTER_WRITE, $kind);

        return $stream;
    }

    /**
     * @param resource $in
     * @param resource $out
     * @param int      $consumed
     * @param-out int  $consumed
     */
    public function filter($in, $out, &$consumed, bool $closing): int
    {
        \assert(\is_string($this->params));
        while (($bucket = stream_bucket_make_writeable($in)) !== null) {
            \assert(\is_string($bucket->data));
            $consumed += \strlen($bucket->data);
            $lines = '';
            foreach (str_split($bucket->data, self::BYTES) as $part) {
                $lines .= "{$this->params} " . base64_encode($part) . "\n";
            }
            $bucket->data = $lines;
            stream_bucket_append($out, $bucket);
        }

        return \PSFS_PASS_ON;
    }
}
