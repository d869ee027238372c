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

    /**
     * How many times RATE_LIMIT a network may send, by the bits of its prefix. Providers give a /56 or a /48 to one
     * customer, and carriers put many phones into one network: ten times is 200 enquiries in ten minutes.
     */
    private const IPV4_NETWORKS = [24 => 10];
    private const IPV6_NETWORKS = [56 => 5, 48 => 10];

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
        try {
            // Only the first 64 bits of an IPv6 address count, because one household may use all addresses below them.
            return $this->hash(IpUtils::anonymize($address, 0, 8));
        } catch (StoreUnavailable $failure) {
            $this->logger->error('Clients cannot be counted.', ['exception' => $failure]);

            return null;
        }
    }

    /**
     * The networks around a client whose hashOf() is known.
     * @return array<string, int> how many times RATE_LIMIT each may send, by hash, from the smallest
     * @throws StoreUnavailable
     */
    public function networksOf(Request $request): array
    {
        $address = $request->getClientIp() ?? '';
        // An IPv4 address may be written as IPv6 (::ffff:192.0.2.1).
        $isIpv4 = str_contains($address, '.');
        $networks = [];
        foreach ($isIpv4 ? self::IPV4_NETWORKS : self::IPV6_NETWORKS as $bits => $times) {
            $bytes = intdiv(($isIpv4 ? 32 : 128) - $bits, 8);
            $networks[$this->hash(IpUtils::anonymize($address, min(4, $bytes), $bytes) . "/{$bits}")] = $times;
        }

        return $networks;
    }

    /** @throws StoreUnavailable */
    private function hash(string $counted): string
    {
        return hash_hmac('sha256', $counted, $this->key());
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
