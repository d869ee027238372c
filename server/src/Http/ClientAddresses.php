<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Psr\Log\LoggerInterface;
use Random\Randomizer;
use Symfony\Component\HttpFoundation\Request;

/**
 * Whose request it is, for counting only: enough to know the same client again, and no address. The key
 * is what keeps a hash from being undone, since all addresses there are can be tried in minutes: the
 * configuration's, which several machines can share, or else one that this machine makes up when it first
 * needs it, and keeps in a file.
 */
final readonly class ClientAddresses
{
    public const LEAST_LENGTH_OF_KEY = 32;
    public const KEY_FILE = 'address.key';

    private const BYTES_OF_KEY = 32;
    private const MAPPED_IPV4 = "\0\0\0\0\0\0\0\0\0\0\xFF\xFF";

    /**
     * @param ?\SensitiveParameterValue<string> $key    null where the file has it
     * @param string                            $folder for that file
     * @param \Closure(): LoggerInterface       $logger
     */
    public function __construct(
        private RequestReader $reader,
        private ?\SensitiveParameterValue $key,
        private string $folder,
        private Randomizer $randomizer,
        private \Closure $logger,
    ) {}

    /** Null where a client cannot be told from others: better uncounted than refused. */
    public function hashOf(Request $request): ?string
    {
        $counted = self::counted($this->reader->clientAddressOf($request) ?? '');
        if ($counted === null) {
            return null;
        }
        try {
            return hash_hmac('sha256', $counted, $this->key());
        } catch (\RuntimeException $exception) {
            ($this->logger)()->error('Clients cannot be counted.', ['exception' => $exception]);

            return null;
        }
    }

    /**
     * An IPv4 address whole, also where it is written as IPv6; of any other IPv6 address the first 64
     * bits, because a single household or server is given all of the rest to choose from.
     */
    private static function counted(string $address): ?string
    {
        [$withoutZone] = explode('%', $address);
        $packed = filter_var($withoutZone, \FILTER_VALIDATE_IP) === false ? false : inet_pton($withoutZone);
        if ($packed === false) {
            return null;
        }
        if (\strlen($packed) === 4) {
            return $packed;
        }

        return str_starts_with($packed, self::MAPPED_IPV4) ? substr($packed, 12) : substr($packed, 0, 8);
    }

    /** @throws \RuntimeException where it can neither be read nor made */
    public function key(): string
    {
        if ($this->key !== null) {
            return $this->key->getValue();
        }
        $file = "{$this->folder}/" . self::KEY_FILE;
        $kept = @file_get_contents($file);

        // Any other length is a file that another request is about to fill, or never got to.
        return $kept !== false && \strlen($kept) === 2 * self::BYTES_OF_KEY ? $kept : $this->createKey($file);
    }

    /** One request writes the key while the others wait for the lock, and then read it. */
    private function createKey(string $file): string
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
            return $this->fill($handle, $file) ?? throw self::unusable($file);
        } finally {
            fclose($handle);
        }
    }

    /** @param resource $handle */
    private function fill($handle, string $file): ?string
    {
        if (!flock($handle, \LOCK_EX)) {
            return null;
        }
        @chmod($file, 0o600);
        $kept = stream_get_contents($handle);
        if ($kept !== false && \strlen($kept) === 2 * self::BYTES_OF_KEY) {
            return $kept;
        }
        $key = bin2hex($this->randomizer->getBytes(self::BYTES_OF_KEY));
        $isKept = ftruncate($handle, 0) && rewind($handle) && fwrite($handle, $key) === \strlen($key) && fsync($handle);

        return $isKept ? $key : null;
    }

    private static function unusable(string $file): \RuntimeException
    {
        return new \RuntimeException("The key in {$file} can neither be read nor created.");
    }
}
