<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

final readonly class SigningKey
{
    public const DOMAIN = 'kokerboom.example';
    public const SELECTOR = 'website';

    private function __construct(public string $file, public string $record) {}

    public static function rsa(int $bits = 2048, ?string $passphrase = null): self
    {
        return self::of(['private_key_type' => \OPENSSL_KEYTYPE_RSA, 'private_key_bits' => $bits], $passphrase);
    }

    public static function elliptic(): self
    {
        return self::of(['private_key_type' => \OPENSSL_KEYTYPE_EC, 'curve_name' => 'prime256v1'], null);
    }

    /** @param array<string, int|string> $options */
    private static function of(array $options, ?string $passphrase): self
    {
        $key = openssl_pkey_new($options);
        \assert($key instanceof \OpenSSLAsymmetricKey);
        $file = (string) tempnam(DataFolders::made(), 'dkim-');
        openssl_pkey_export_to_file($key, $file, $passphrase);
        $public = openssl_pkey_get_details($key)['key'] ?? null;
        \assert(\is_string($public));

        return new self($file, 'v=DKIM1; k=rsa; p=' . preg_replace('/-----[^-]+-----|\s/', '', $public));
    }

    /** @return array<string, string> */
    public function settings(): array
    {
        return ['DKIM_SELECTOR' => self::SELECTOR, 'DKIM_KEY_FILE' => $this->file];
    }

    public function recordName(): string
    {
        return self::SELECTOR . '._domainkey.' . self::DOMAIN;
    }
}
