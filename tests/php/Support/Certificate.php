<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

final readonly class Certificate
{
    /** @param array{cert: string, key: string} $options of a mail server */
    private function __construct(public string $file, public array $options) {}

    /** @param string $subject such as IP:127.0.0.1 or DNS:mail.example */
    public static function for(string $subject): self
    {
        $base = DataFolders::made() . '/certificate';
        file_put_contents("{$base}.cnf", "[req]\ndistinguished_name=dn\n[dn]\n[own]\nsubjectAltName={$subject}\nbasicConstraints=CA:TRUE\n");
        $options = ['config' => "{$base}.cnf", 'x509_extensions' => 'own', 'digest_alg' => 'sha256'];

        $key = openssl_pkey_new(['private_key_type' => \OPENSSL_KEYTYPE_EC, 'curve_name' => 'prime256v1']);
        \assert($key instanceof \OpenSSLAsymmetricKey);
        $signer = $key; // openssl_csr_new() takes it by reference.
        $request = openssl_csr_new(['commonName' => 'Test'], $signer, $options);
        \assert($request instanceof \OpenSSLCertificateSigningRequest);
        $certificate = openssl_csr_sign($request, null, $key, 2, $options);
        \assert($certificate !== false);

        openssl_x509_export_to_file($certificate, "{$base}.crt");
        openssl_pkey_export_to_file($key, "{$base}.key", null, $options);

        return new self("{$base}.crt", ['cert' => "{$base}.crt", 'key' => "{$base}.key"]);
    }
}
