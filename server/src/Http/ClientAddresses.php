<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Database\DataFolder;
use Enquiry\Database\StoreUnavailable;
use Symfony\Component\HttpFoundation\IpUtils;
use Symfony\Component\HttpFoundation\Request;

/** Hashes client addresses for the rate limit. Without the key, trying every address would reveal a hashed one. */
final readonly class ClientAddresses
{
    private const KEY_FILE = 'address.key';
    private const KEY_DIGITS = 64;

    public function __construct(private DataFolder $folder) {}

    /**
     * @return ?string the hash of the client; null if its address is unknown: such a client is not counted
     * @throws StoreUnavailable if the key cannot be kept
     */
    public function client(Request $request): ?string
    {
        $address = $request->getClientIp() ?? '';

        // One household may use a whole /64 of IPv6.
        return filter_var($address, \FILTER_VALIDATE_IP) === false
            ? null
            : hash_hmac('sha256', IpUtils::anonymize($address, 0, 8), $this->key());
    }

    /** @throws StoreUnavailable */
    private function key(): string
    {
        $key = (string) @file_get_contents($this->folder->file(self::KEY_FILE));
        if (\strlen($key) !== self::KEY_DIGITS) {
            $key = bin2hex(random_bytes(self::KEY_DIGITS / 2));
            $this->folder->make();
            $this->folder->save(self::KEY_FILE, $key);
        }

        return $key;
    }
}
