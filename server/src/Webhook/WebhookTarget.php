<?php

declare(strict_types=1);

namespace Enquiry\Webhook;

/** The receiver's address, its format and its key. Dumps, traces and logs show neither address nor key. */
final readonly class WebhookTarget
{
    public const JSON = 'json';
    public const SLACK = 'slack';
    public const TEAMS = 'teams';
    public const FORMATS = [self::JSON, self::SLACK, self::TEAMS];

    /** Before the key in Base64, by the Standard Webhooks specification. */
    private const PREFIX = 'whsec_';

    /**
     * @param \SensitiveParameterValue<string>  $url    Slack and Teams authorise everybody who knows it
     * @param value-of<self::FORMATS>           $format
     * @param ?\SensitiveParameterValue<string> $key    null: the requests are not signed
     */
    public function __construct(
        public \SensitiveParameterValue $url,
        public string $format,
        public ?\SensitiveParameterValue $key,
    ) {}

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
