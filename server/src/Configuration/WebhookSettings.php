<?php

declare(strict_types=1);

namespace Enquiry\Configuration;

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
        $key = WebhookTarget::keyIn($secret);
        $settings->require(MailSettings::isSafeUrl($url), 'WEBHOOK_URL');
        $settings->require($key !== null || ($secret === '' && $format !== WebhookTarget::JSON), 'WEBHOOK_SECRET');

        return new WebhookTarget(new \SensitiveParameterValue($url), $format, $key);
    }
}
