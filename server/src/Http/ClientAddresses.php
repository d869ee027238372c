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

    /** @param ?\SensitiveParameterValue<string> $key null to make a key and keep it in the data folder */
    public function __construct(
        private ?\SensitiveParameterValue $key,
        private DataFolder $folder,
        private Randomizer $randomizer,
        private int $rateLimit,
    ) {}

    /**
     * @return array<string, int> how many enquiries the client may send, by its hash; empty if its address is unknown:
     *                            such a client is not counted
     * @throws StoreUnavailable if the key cannot be kept
     */
    public function limitsOf(Request $request): array
    {
        $address = $request->getClientIp() ?? '';

        // One household may use a whole /64 of IPv6.
        return filter_var($address, \FILTER_VALIDATE_IP) === false
            ? []
            : [hash_hmac('sha256', IpUtils::anonymize($address, 0, 8), $this->key()) => $this->rateLimit];
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
