<?php

declare(strict_types=1);

namespace Enquiry\Configuration;

use Enquiry\Mail\SmtpServer;
use Enquiry\Webhook\WebhookTarget;

/** WEBHOOK_URL, WEBHOOK_SECRET and WEBHOOK_FORMAT. */
final class WebhookSettings
{
    /** Errors are collected in the settings: call their finish() afterwards. */
    public static function from(Settings $settings): ?WebhookTarget
    {
        $url = trim($settings->secret('WEBHOOK_URL'));
        $secret = $settings->secret('WEBHOOK_SECRET');
        $format = $settings->choice('WEBHOOK_FORMAT', WebhookTarget::FORMATS, WebhookTarget::JSON);
        if ($url === '') {
            return null;
        }
        $scheme = parse_url($url, \PHP_URL_SCHEME);
        $host = trim((string) parse_url($url, \PHP_URL_HOST), '[]');
        $settings->require(
            $host !== '' && ($scheme === 'https' || ($scheme === 'http' && SmtpServer::isThisMachine($host))),
            'WEBHOOK_URL',
            'must be an https address',
            'https://crm.example.co.za/enquiries',
        );
        $key = WebhookTarget::keyIn($secret);
        $settings->require(
            $key !== null || ($secret === '' && $format !== WebhookTarget::JSON),
            'WEBHOOK_SECRET',
            'must be whsec_ and 24 to 64 random bytes in Base64, unless WEBHOOK_FORMAT is slack or teams',
            '"whsec_$(openssl rand -base64 32)"',
        );

        return new WebhookTarget(new \SensitiveParameterValue($url), $format, $key);
    }
}
