<?php

declare(strict_types=1);

namespace Enquiry\Mail;

/** The domain, selector and key that sign a mail (RFC 6376). */
final readonly class Dkim
{
    /** Verifiers ignore signatures of shorter keys (RFC 8301 section 3.2). */
    private const LEAST_BITS = 1024;

    /** @param \SensitiveParameterValue<string> $privateKey */
    private function __construct(
        public string $domain,
        public string $selector,
        public string $keyFile,
        private string $publicKey,
        public \SensitiveParameterValue $privateKey,
    ) {}

    /** @return ?self null without an RSA key, the only kind that PHPMailer uses */
    public static function tryWith(string $domain, string $selector, string $keyFile): ?self
    {
        $pem = is_file($keyFile) ? @file_get_contents($keyFile) : false;
        $key = $pem === false ? false : openssl_pkey_get_private($pem);
        $details = $key === false ? false : openssl_pkey_get_details($key);
        $isUsable = $details !== false
            && $details['type'] === \OPENSSL_KEYTYPE_RSA
            && $details['bits'] >= self::LEAST_BITS;

        return $isUsable && \is_string($details['key'])
            ? new self($domain, $selector, $keyFile, $details['key'], new \SensitiveParameterValue($pem))
            : null;
    }

    /** The DNS name of the public key. */
    public function recordName(): string
    {
        return "{$this->selector}._domainkey.{$this->domain}";
    }

    /** The public key as in the DNS record, after p=. */
    public function publishedKey(): string
    {
        return (string) preg_replace('/-----[A-Z ]+-----|\s+/', '', $this->publicKey);
    }
}
