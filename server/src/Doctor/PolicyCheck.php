<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Configuration\SiteSettings;

/**
 * Whether the web server goes by the configuration that the build made. The pages' own style is allowed
 * by its hash, so that a policy of an earlier build leaves them bare.
 */
final readonly class PolicyCheck implements Check
{
    private const FIX = 'Upload www/.htaccess too, and let Apache read it (AllowOverride All, mod_headers); for nginx include nginx/site.conf, and reload nginx after each upload.';

    public function __construct(private SiteSettings $site, private Web $web) {}

    public function findings(): iterable
    {
        if ($this->site->url === null) {
            return; // SiteCheck has said so.
        }
        try {
            $answer = $this->web->get("{$this->site->url}/");
        } catch (Unreachable) {
            return; // So has it here.
        }
        if ($answer->policy === '') {
            yield Finding::warning("{$this->site->url} sends no content security policy, nor probably the other headers that protect visitors.", self::FIX);
        } elseif (preg_match('~<style>(.*?)</style>~s', $answer->body, $found) === 1) {
            $hash = base64_encode(hash('sha256', $found[1], true));
            yield str_contains($answer->policy, "'sha256-{$hash}'")
                ? Finding::ok('The content security policy is the one of the pages that are there.')
                : Finding::problem('The content security policy is not the one of the pages that are there: browsers show them without their style.', self::FIX);
        }
    }
}
