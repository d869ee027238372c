<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Psr\Log\LoggerInterface;
use Random\Randomizer;
use Symfony\Component\HttpFoundation\Request;

/**
 * Whose request it is, for counting only: enough to know the same client again, and no address. The key
 * is what keeps a hash from being undone, since all addresses there are can be tried in minutes.
 */
final readonly class ClientAddresses
{
    private const MAPPED_IPV4 = "\0\0\0\0\0\0\0\0\0\0\xFF\xFF";

    public function __construct(
        private TrustedProxies $proxies,
        private AddressKey $key,
        private Randomizer $randomizer,
        private LoggerInterface $logger,
    ) {}

    /** Null where a client cannot be told from others: better uncounted than refused. */
    public function hashOf(Request $request): ?string
    {
        $counted = self::counted($this->proxies->clientAddressOf($request) ?? '');
        if ($counted === null) {
            return null;
        }
        try {
            return hash_hmac('sha256', $counted, $this->key->text($this->randomizer));
        } catch (\RuntimeException $exception) {
            $this->logger->error('Clients cannot be counted.', ['exception' => $exception]);

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
}
