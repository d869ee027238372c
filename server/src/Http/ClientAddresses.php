<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Store\DataFolder;
use Enquiry\Store\StoreUnavailable;
use Psr\Log\LoggerInterface;
use Random\Randomizer;
use Symfony\Component\HttpFoundation\IpUtils;
use Symfony\Component\HttpFoundation\Request;

/** Hashes client addresses for the rate limit. The key keeps a hash from being undone by trying every address. */
final readonly class ClientAddresses
{
    public const LEAST_LENGTH_OF_KEY = 32;
    public const KEY_FILE = 'address.key';

    /** In hexadecimal digits. */
    private const LENGTH_OF_MADE_KEY = 64;

    /** @param ?\SensitiveParameterValue<string> $key null if the data folder keeps one that this machine made */
    public function __construct(
        private ?\SensitiveParameterValue $key,
        private DataFolder $folder,
        private Randomizer $randomizer,
        private LoggerInterface $logger,
    ) {}

    /** @return ?string null if the client is not known: it is better not counted than refused */
    public function hashOf(Request $request): ?string
    {
        $address = $request->getClientIp() ?? '';
        if (filter_var($address, \FILTER_VALIDATE_IP) === false) {
            return null;
        }
        // Of an IPv6 address the first 64 bits: one household or server may use all of the others.
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

        return \strlen($kept) === self::LENGTH_OF_MADE_KEY ? $kept : $this->makeKey();
    }

    /** Under a lock, so that requests that come together agree on one key. */
    private function makeKey(): string
    {
        $file = $this->folder->openLock(self::KEY_FILE);
        flock($file, \LOCK_EX);
        $key = (string) stream_get_contents($file);
        if (\strlen($key) !== self::LENGTH_OF_MADE_KEY) {
            $key = bin2hex($this->randomizer->getBytes(self::LENGTH_OF_MADE_KEY / 2));
            rewind($file);
            ftruncate($file, 0);
            @fwrite($file, $key);
        }
        fclose($file);

        return $key;
    }
}
