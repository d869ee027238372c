<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Random\Randomizer;

/**
 * The secret that client addresses are hashed with: the configuration's, which several machines can
 * share, or else one that this machine makes up when it first needs it, and keeps in a file.
 */
final readonly class AddressKey
{
    public const LEAST_LENGTH = 32;
    public const FILE = 'address.key';

    private const BYTES = 32;

    private function __construct(private ?\SensitiveParameterValue $given, private string $folder) {}

    public static function given(#[\SensitiveParameter] string $key): self
    {
        return new self(new \SensitiveParameterValue($key), '');
    }

    public static function keptIn(string $folder): self
    {
        return new self(null, $folder);
    }

    /** @throws \RuntimeException where it can neither be read nor made */
    public function text(Randomizer $randomizer): string
    {
        $given = $this->given?->getValue();
        if (\is_string($given)) {
            return $given;
        }
        $file = "{$this->folder}/" . self::FILE;
        $kept = @file_get_contents($file);

        // Any other length is a file that another request is about to fill, or never got to.
        return $kept !== false && \strlen($kept) === 2 * self::BYTES ? $kept : $this->create($file, $randomizer);
    }

    /** One request writes the key while the others wait for the lock, and then read it. */
    private function create(string $file, Randomizer $randomizer): string
    {
        if (!is_dir($this->folder) && !@mkdir($this->folder, 0o700, true) && !is_dir($this->folder)) {
            throw self::unusable($file);
        }
        // Closed to others before there is anything to read in it, where a host disables chmod too.
        $mask = umask(0o077);
        $handle = @fopen($file, 'c+');
        umask($mask);
        if ($handle === false) {
            throw self::unusable($file);
        }
        try {
            return self::fill($handle, $file, $randomizer) ?? throw self::unusable($file);
        } finally {
            fclose($handle);
        }
    }

    /** @param resource $handle */
    private static function fill($handle, string $file, Randomizer $randomizer): ?string
    {
        if (\function_exists('flock') && !flock($handle, \LOCK_EX)) {
            return null;
        }
        @chmod($file, 0o600);
        $kept = stream_get_contents($handle);
        if ($kept !== false && \strlen($kept) === 2 * self::BYTES) {
            return $kept;
        }
        $key = bin2hex($randomizer->getBytes(self::BYTES));
        $isKept = ftruncate($handle, 0) && rewind($handle) && fwrite($handle, $key) === \strlen($key) && fsync($handle);

        return $isKept ? $key : null;
    }

    private static function unusable(string $file): \RuntimeException
    {
        return new \RuntimeException("The key in {$file} can neither be read nor created.");
    }
}
