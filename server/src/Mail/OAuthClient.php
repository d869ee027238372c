<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use Enquiry\Shared\Text;
use PHPMailer\PHPMailer\OAuthTokenProvider;
use Symfony\Component\HttpClient\HttpClient;
use Symfony\Contracts\HttpClient\Exception\ExceptionInterface;

/**
 * Gets the token that Microsoft 365 and Gmail require instead of a password: with a refresh token (RFC 6749
 * section 6), or with the client credentials alone (section 4.4).
 */
final readonly class OAuthClient implements OAuthTokenProvider
{
    /** Only Microsoft gives tokens for the client credentials alone, and it asks for a scope. */
    private const SCOPE = 'https://outlook.office365.com/.default';

    /** @var \SensitiveParameterValue<array<string, string>> */
    private \SensitiveParameterValue $parameters;

    /** @param array{client_id: string, client_secret: string, refresh_token: string} $credentials some may be empty */
    public function __construct(
        private string $tokenUrl,
        private string $username,
        private int $timeout,
        #[\SensitiveParameter]
        array $credentials,
    ) {
        $grant = $credentials['refresh_token'] === ''
            ? ['grant_type' => 'client_credentials', 'scope' => self::SCOPE]
            : ['grant_type' => 'refresh_token'];
        $this->parameters = new \SensitiveParameterValue(Text::filled($grant + $credentials));
    }

    public function fingerprint(): string
    {
        return hash('sha256', serialize([$this->tokenUrl, $this->parameters->getValue()]));
    }

    /** The argument of AUTH XOAUTH2, once for each connection. @throws \RuntimeException without a token */
    public function getOauth64(): string
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
            $isCode = \is_string($code) && preg_match('/^[\w.-]{1,60}$/D', $code) === 1;
            throw new \RuntimeException("{$this->tokenUrl} returned no token" . ($isCode ? " ({$code})" : ''));
        }

        return base64_encode("user={$this->username}\1auth=Bearer {$token}\1\1");
    }
}
