<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use Enquiry\Shared\Clock;
use PHPMailer\PHPMailer\OAuthTokenProvider;
use Symfony\Component\HttpClient\HttpClient;
use Symfony\Contracts\HttpClient\Exception\ExceptionInterface;

/**
 * Gets the token that Microsoft 365 and Gmail require instead of a password: with a refresh token (RFC 6749
 * section 6), or with the client credentials alone (section 4.4).
 */
final class OAuthClient implements OAuthTokenProvider
{
    /** A token is renewed this long before it expires. */
    private const SPARE_SECONDS = 60;

    /** Only Microsoft gives tokens for the client credentials alone, and it asks for a scope. */
    private const SCOPE = 'https://outlook.office365.com/.default';

    /** @var ?\SensitiveParameterValue<string> */
    private ?\SensitiveParameterValue $token = null;
    private float $expiresAt = 0.0;

    /** @var \SensitiveParameterValue<array<string, string>> */
    private readonly \SensitiveParameterValue $parameters;

    /** @param string $refreshToken empty to use the client credentials alone */
    public function __construct(
        public readonly string $tokenUrl,
        string $clientId,
        #[\SensitiveParameter]
        string $clientSecret,
        #[\SensitiveParameter]
        string $refreshToken,
        private readonly string $username,
        private readonly int $timeout,
    ) {
        $this->parameters = new \SensitiveParameterValue(array_filter([
            'grant_type' => $refreshToken === '' ? 'client_credentials' : 'refresh_token',
            'client_id' => $clientId,
            'client_secret' => $clientSecret,
            'refresh_token' => $refreshToken,
            'scope' => $refreshToken === '' ? self::SCOPE : '',
        ], static fn(string $value): bool => $value !== ''));
    }

    /** The argument of AUTH XOAUTH2. @throws \RuntimeException if the server returns no token */
    public function getOauth64(): string
    {
        if ($this->token === null || Clock::stopwatch() >= $this->expiresAt) {
            [$token, $seconds] = $this->request();
            $this->token = new \SensitiveParameterValue($token);
            $this->expiresAt = Clock::stopwatch() + $seconds - self::SPARE_SECONDS;
        }

        return base64_encode("user={$this->username}\1auth=Bearer {$this->token->getValue()}\1\1");
    }

    /** @return array{string, int} the token, and for how many seconds it is valid */
    private function request(): array
    {
        $limits = ['timeout' => $this->timeout, 'max_duration' => 2 * $this->timeout, 'max_redirects' => 0];
        try {
            $answer = HttpClient::create($limits)
                ->request('POST', $this->tokenUrl, ['body' => $this->parameters->getValue()])
                ->toArray(false);
        } catch (ExceptionInterface $failure) {
            throw new \RuntimeException("{$this->tokenUrl} returned no token: {$failure->getMessage()}");
        }
        $token = $answer['access_token'] ?? null;
        if (!\is_string($token) || $token === '') {
            // Only the error's code is logged, because its description may contain secrets (RFC 6749 section 5.2).
            $code = $answer['error'] ?? null;
            throw new \RuntimeException(
                "{$this->tokenUrl} returned no token"
                    . (\is_string($code) && preg_match('/^[\w.-]{1,60}$/D', $code) === 1 ? " ({$code})" : ''),
            );
        }
        $seconds = $answer['expires_in'] ?? 0;

        return [$token, is_numeric($seconds) ? (int) $seconds : 0];
    }
}
