<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use Enquiry\Shared\SystemClock;
use PHPMailer\PHPMailer\OAuthTokenProvider;

/**
 * Logs in by a token instead of a password, as Microsoft 365 and Gmail want it: with a refresh token that somebody
 * agreed to once (RFC 6749 section 6), or in the name of the application alone (section 4.4). A token is used for as
 * long as it holds, within this process.
 */
final class OAuthClient implements OAuthTokenProvider
{
    /** Before its end a token is not used any more. */
    private const SPARE_SECONDS = 60;

    private ?\SensitiveParameterValue $token = null;
    private float $end = 0.0;

    /** @var \SensitiveParameterValue<array<string, string>> */
    private readonly \SensitiveParameterValue $secrets;

    /** @param string $refreshToken empty for a token in the name of the application */
    public function __construct(
        public readonly string $tokenUrl,
        private readonly string $clientId,
        #[\SensitiveParameter]
        string $clientSecret,
        #[\SensitiveParameter]
        string $refreshToken,
        private readonly string $scope,
        private readonly string $username,
        private readonly int $timeout,
    ) {
        $this->secrets = new \SensitiveParameterValue(self::given(['client_secret' => $clientSecret, 'refresh_token' => $refreshToken]));
    }

    /**
     * What AUTH XOAUTH2 sends.
     *
     * @throws \RuntimeException where no token is given, with what the server said
     */
    public function getOauth64(): string
    {
        $token = $this->token?->getValue();
        if (!\is_string($token) || SystemClock::elapsed() >= $this->end) {
            [$token, $seconds] = $this->ask();
            $this->token = new \SensitiveParameterValue($token);
            $this->end = SystemClock::elapsed() + $seconds - self::SPARE_SECONDS;
        }

        return base64_encode("user={$this->username}\1auth=Bearer {$token}\1\1");
    }

    /** @return array{string, int} the token, and for how many seconds it holds */
    private function ask(): array
    {
        $secrets = $this->secrets->getValue();
        $body = http_build_query(self::given([
            'grant_type' => isset($secrets['refresh_token']) ? 'refresh_token' : 'client_credentials',
            'client_id' => $this->clientId,
            'scope' => $this->scope,
        ]) + $secrets);
        $stream = @fopen($this->tokenUrl, 'r', context: stream_context_create(['http' => [
            'method' => 'POST',
            'header' => "Content-Type: application/x-www-form-urlencoded\r\nConnection: close",
            'content' => $body,
            'timeout' => $this->timeout,
            'ignore_errors' => true,
            'follow_location' => 0,
        ]]));
        $answer = $stream === false ? null : json_decode((string) stream_get_contents($stream, 65_536), true);
        $answer = \is_array($answer) ? $answer : [];
        $token = $answer['access_token'] ?? null;
        if (!\is_string($token) || $token === '') {
            // Its codes (RFC 6749 section 5.2), and not its words, which may repeat what it was told.
            $code = $answer['error'] ?? null;
            throw new \RuntimeException("{$this->tokenUrl} gave no token" . (\is_string($code) && preg_match('/^[\w.-]{1,60}$/D', $code) === 1 ? " ({$code})" : ''));
        }
        $seconds = $answer['expires_in'] ?? 0;

        return [$token, is_numeric($seconds) ? (int) $seconds : 0];
    }

    /**
     * @param array<string, string> $parameters
     *
     * @return array<string, string> without the empty ones
     */
    private static function given(#[\SensitiveParameter] array $parameters): array
    {
        return array_filter($parameters, static fn(string $value): bool => $value !== '');
    }
}
