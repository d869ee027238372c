<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Store\DataFolder;
use Enquiry\Store\StoreUnavailable;
use Psr\Log\LoggerInterface;
use Random\Randomizer;
use Symfony\Component\HttpFoundation\IpUtils;
use Symfony\Component\HttpFoundation\Request;

/** Hashes client addresses for the rate limit. Without the key, trying every address would reveal a hashed one. */
final readonly class ClientAddresses
{
    public const KEY_FILE = 'address.key';

    private const DIGITS_OF_MADE_KEY = 64;

    /** @param ?\SensitiveParameterValue<string> $key null to make a key and keep it in the data folder */
    public function __construct(
        private ?\SensitiveParameterValue $key,
        private DataFolder $folder,
        private Randomizer $randomizer,
        private LoggerInterface $logger,
    ) {}

    /** @return ?string null if the address is unknown: such a client is not counted */
    public function hashOf(Request $request): ?string
    {
        $address = $request->getClientIp() ?? '';
        if (filter_var($address, \FILTER_VALIDATE_IP) === false) {
            return null;
        }
        // Only the first 64 bits of an IPv6 address count, because one household may use all addresses below them.
        $counted = IpUtils::anonymize($address, 0, 8);
        try {
            return hash_hmac('sha256', $counted, $this->key());
        } catch (StoreUnavailable $failure) {
            $this->logger->error('Clients cannot be counted.', ['exception' => $failure]);

            return null;
        }
    }

    /** @throws StoreUnavailable */
    private function key(): string
    {
        if ($this->key !== null) {
            return $this->key->getValue();
        }
        $kept = (string) @file_get_contents($this->folder->file(self::KEY_FILE));

        return \strlen($kept) === self::DIGITS_OF_MADE_KEY ? $kept : $this->makeKey();
    }

    /** Under a lock, so that parallel requests use the same key. */
    private function makeKey(): string
    {
        $file = $this->folder->openLock(self::KEY_FILE);
        flock($file, \LOCK_EX);
        $key = (string) stream_get_contents($file);
        if (\strlen($key) !== self::DIGITS_OF_MADE_KEY) {
            $key = bin2hex($this->randomizer->getBytes(self::DIGITS_OF_MADE_KEY / 2));
            rewind($file);
            ftruncate($file, 0);
            @fwrite($file, $key);
        }
        fclose($file);

        return $key;
    }
}
