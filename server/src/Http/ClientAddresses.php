<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Database\DataFolder;
use Enquiry\Database\StoreUnavailable;
use Random\Randomizer;
use Symfony\Component\HttpFoundation\IpUtils;
use Symfony\Component\HttpFoundation\Request;

/** Hashes client addresses for the rate limit. Without the key, trying every address would reveal a hashed one. */
final readonly class ClientAddresses
{
    /** Has a key that the endpoint made. */
    private const KEY_FILE = 'address.key';
    private const KEY_DIGITS = 64;

    /**
     * Multiples of RATE_LIMIT, for all clients that share the first 32, 24, … bits of their address. One household may
     * use a whole /64. Providers give a /56 or a /48 to one customer, and carriers put many phones into one network:
     * ten times is 200 enquiries in ten minutes.
     */
    private const IPV4 = [32 => 1, 24 => 10];
    private const IPV6 = [64 => 1, 56 => 5, 48 => 10];

    /** @param ?\SensitiveParameterValue<string> $key null to make a key and keep it in the data folder */
    public function __construct(
        private ?\SensitiveParameterValue $key,
        private DataFolder $folder,
        private Randomizer $randomizer,
        private int $rateLimit,
    ) {}

    /**
     * The client and the networks around it.
     * @return array<string, int> how many enquiries each may send, by hash, the client first; empty if the
     *                            address is unknown: such a client is not counted
     * @throws StoreUnavailable if the key cannot be kept
     */
    public function limitsOf(Request $request): array
    {
        $address = $request->getClientIp() ?? '';
        if (filter_var($address, \FILTER_VALIDATE_IP) === false) {
            return [];
        }
        // An IPv4 address may be written as IPv6 (::ffff:192.0.2.1).
        $isIpv4 = str_contains($address, '.');
        $key = $this->key();
        $limits = [];
        foreach ($isIpv4 ? self::IPV4 : self::IPV6 as $bits => $times) {
            $bytes = intdiv(($isIpv4 ? 32 : 128) - $bits, 8);
            // The first number is for IPv4 only, and must not be above 4.
            $network = IpUtils::anonymize($address, min(4, $bytes), $bytes);
            $counted = $times === 1 ? $network : "{$network}/{$bits}";
            $limits[hash_hmac('sha256', $counted, $key)] = $times * $this->rateLimit;
        }

        return $limits;
    }

    /** @throws StoreUnavailable */
    public function hash(string $counted): string
    {
        return hash_hmac('sha256', $counted, $this->key());
    }

    /** @throws StoreUnavailable */
    private function key(): string
    {
        if ($this->key !== null) {
            return $this->key->getValue();
        }
        $file = $this->folder->openPrivate(self::KEY_FILE);
        flock($file, \LOCK_EX);
        $key = (string) stream_get_contents($file);
        if (\strlen($key) !== self::KEY_DIGITS) {
            $key = bin2hex($this->randomizer->getBytes(self::KEY_DIGITS / 2));
            rewind($file);
            ftruncate($file, 0);
            // A key that a full disk cuts short is made again.
            @fwrite($file, $key);
        }
        fclose($file);

        return $key;
    }
}
