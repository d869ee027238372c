<?php

declare(strict_types=1);

namespace Enquiry\Webhook;

/** The receiver's address and its key. Dumps, traces and logs show neither address nor key. */
final readonly class WebhookTarget
{
    /** Before the key in Base64, by the Standard Webhooks specification. */
    private const PREFIX = 'whsec_';

    /**
     * @param \SensitiveParameterValue<string> $url some receivers trust everybody who knows it
     * @param \SensitiveParameterValue<string> $key signs the requests
     */
    public function __construct(public \SensitiveParameterValue $url, public \SensitiveParameterValue $key) {}

    /** @return ?\SensitiveParameterValue<string> null if it is not a secret of Standard Webhooks */
    public static function keyIn(#[\SensitiveParameter] string $secret): ?\SensitiveParameterValue
    {
        $key = str_starts_with($secret, self::PREFIX)
            ? base64_decode(substr($secret, \strlen(self::PREFIX)), true)
            : false;

        return $key === false || \strlen($key) < 24 || \strlen($key) > 64 ? null : new \SensitiveParameterValue($key);
    }

    /** For messages: the host alone. */
    public function host(): string
    {
        return (string) parse_url($this->url->getValue(), \PHP_URL_HOST);
    }
}
