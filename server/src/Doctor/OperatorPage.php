<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Configuration\Installation;
use Enquiry\Configuration\Settings;
use Enquiry\Http\Responses;
use Enquiry\Http\Submission;
use Enquiry\Operations\Checkup;
use Enquiry\Operations\Finding;
use Enquiry\Shared\Text;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/**
 * The pages for operators and their monitors. HEALTH_TOKEN is sent as Bearer, or as the password of Basic (RFC 7617)
 * with any user name. It is never sent in the address, because addresses are logged.
 */
final class OperatorPage
{
    /** @return ?Response the answer to a request that may not see the page; null if it may */
    public static function refusal(Request $request, Installation $installation): ?Response
    {
        // Other settings may be invalid: the page shows their errors.
        $token = Settings::load($installation->environment())->secret('HEALTH_TOKEN')?->getValue();
        if ($token === null) {
            return Responses::text('To use this page, set HEALTH_TOKEN in .env: at least 32 random characters.', 404);
        }
        $isBearer = preg_match('/^Bearer +(.*)$/iD', $request->headers->get('Authorization') ?? '', $bearer) === 1;
        $sent = $isBearer ? $bearer[1] : $request->headers->get('PHP_AUTH_PW') ?? '';

        return hash_equals($token, $sent) ? null : Responses::text(
            'Send the HEALTH_TOKEN of .env as the password, with any user name, or as a Bearer token. User names are '
                . 'logged, so do not type the token there. If you sent the right token, the web server did not pass it '
                . 'to PHP: upload www/.htaccess, which some FTP programs hide, and let Apache read it (AllowOverride '
                . 'All). Or HEALTH_TOKEN in .env has an opening quotation mark without a closing one.',
            401,
            ['WWW-Authenticate' => 'Basic realm="operator", charset="UTF-8"'],
        );
    }

    /** Shows nothing about visitors. */
    public static function findings(Request $request, Doctor $doctor): Response
    {
        // Mail servers and name servers may be slow.
        \function_exists('set_time_limit') && set_time_limit(120);
        $findings = Finding::sorted($doctor->findings());
        [Finding::PROBLEM => $problems, Finding::WARNING => $warnings, Finding::OK => $passed] = $findings;
        if ($request->headers->get('Accept') === Submission::JSON) {
            return Responses::json(200, ['problems' => $problems, 'warnings' => $warnings]);
        }
        $lines = [$problems === [] ? "No problems found.\n" : 'Problems: ' . \count($problems) . "\n"];
        foreach ([...$problems, ...$warnings, ...$passed] as $one) {
            $lines[] = ucfirst("{$one->level}: {$one->what}") . ($one->fix === '' ? "\n" : "\n→ {$one->fix}\n");
        }
        $lines[] = 'The queue and the settings as they were read:';
        foreach ([...$doctor->queue, ...$doctor->settings->asRead()] as $name => $value) {
            $lines[] = "{$name}: {$value}";
        }

        return Responses::text(implode("\n", $lines), 200);
    }

    /** contact_health.php tells monitors, and anybody else, whether all is well. */
    public static function health(Checkup $checkup, string $release): Response
    {
        $isWell = Finding::sorted($checkup->findings())[Finding::PROBLEM] === [];

        return Responses::json(
            $isWell ? 200 : 503,
            ['status' => $isWell ? 'ok' : 'failing', ...Text::filled(['release' => $release])],
        );
    }
}
