<?php

declare(strict_types=1);

namespace Enquiry\Mail;

/**
 * What a mail is signed with (RFC 6376). The key was read and opened once, where the configuration was
 * parsed: a file that is gone or closed later on cannot cost an enquiry.
 */
final readonly class Dkim
{
    /** What a verifier may refuse to look at (RFC 8301 section 3.2). */
    private const LEAST_BITS = 1024;

    /** @param \SensitiveParameterValue<string> $privateKey */
    private function __construct(
        public string $domain,
        public string $selector,
        public string $keyFile,
        public int $bits,
        public string $publicKey,
        private \SensitiveParameterValue $privateKey,
    ) {}

    /** Null where the file does not hold an RSA key that the passphrase opens: PHPMailer signs with no other kind. */
    public static function tryWith(string $domain, string $selector, string $keyFile, #[\SensitiveParameter] string $passphrase): ?self
    {
        $pem = is_file($keyFile) ? @file_get_contents($keyFile) : false;
        $key = $pem === false ? false : openssl_pkey_get_private($pem, $passphrase);
        $details = $key === false ? false : openssl_pkey_get_details($key);
        if ($key === false || $details === false || $details['type'] !== \OPENSSL_KEYTYPE_RSA || $details['bits'] < self::LEAST_BITS) {
            return null;
        }
        openssl_pkey_export($key, $open);

        return \is_string($open) && \is_string($details['key']) && \is_int($details['bits'])
            ? new self($domain, $selector, $keyFile, $details['bits'], $details['key'], new \SensitiveParameterValue($open))
            : null;
    }

    public function privateKey(): string
    {
        return $this->privateKey->getValue();
    }

    /** Where the public key is to be found. */
    public function recordName(): string
    {
        return "{$this->selector}._domainkey.{$this->domain}";
    }

    /** The public key as the record writes it after p=: PEM without its frame and its line breaks. */
    public function publishedKey(): string
    {
        return (string) preg_replace('/-----[A-Z ]+-----|\s+/', '', $this->publicKey);
    }
}
