<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Database\NoteFile;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Http\OperatorToken;
use Enquiry\Http\ScriptResponder;
use Enquiry\Queue\HealthCheck;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** For monitors. Tells anybody whether all is well, and the operator also the reasons and numbers. */
final readonly class HealthEndpoint
{
    /** Without the token, the state is checked at most once in this time. */
    private const SECONDS_KNOWN = 15;

    private const WELL = 'ok';
    private const FAILING = 'failing';

    public function __construct(
        private HealthCheck $healthCheck,
        private NoteFile $outcome,
        private int $alertAfterSeconds,
        private OperatorToken $token,
        private InstallationProof $proof,
        private string $release,
    ) {}

    public function handle(Request $request): Response
    {
        if (!\in_array($request->getRealMethod(), ['GET', 'HEAD'], true)) {
            return ScriptResponder::answer(
                405,
                ['status' => 'error', 'message' => 'Use GET to read this page.'],
                ['Allow' => 'GET, HEAD'],
            );
        }
        if ($this->token->isSentBy($request)) {
            [$reasons, $details] = $this->examine();

            return $this->answer(
                self::outcomeOf($reasons),
                ($reasons === [] ? [] : ['reasons' => $reasons]) + $details,
            );
        }
        // A Basic password may be for the web server, so only a wrong Bearer token is refused.
        if (OperatorToken::bearer($request) !== null) {
            // A 401 must name the scheme (RFC 9110 section 11.6.1).
            return ScriptResponder::answer(
                401,
                [
                    'status' => 'error',
                    'message'
                        => 'Send the HEALTH_TOKEN of .env in the Authorization header, or no token to get only the '
                            . 'status. '
                        . $this->token->refusal($request),
                ],
                ['WWW-Authenticate' => 'Bearer'],
            );
        }
        $proof = $this->proof->askedFor($request);

        $forwardedFor = $request->headers->get('X-Forwarded-For');

        return $this->answer(
            $this->knownOutcome(),
            $proof === null
                ? []
                : ['doctor' => $proof]
                    + ($forwardedFor === null
                        ? []
                        : ['forwardedFor' => $forwardedFor, 'from' => $request->server->get('REMOTE_ADDR')]),
        );
    }

    private function knownOutcome(): string
    {
        $known = $this->outcome->read(self::SECONDS_KNOWN) ?? '';
        if ($known !== '') {
            return $known;
        }
        // Before the check, so that no other process checks a slow store at the same time.
        $this->outcome->renew();
        $found = self::outcomeOf($this->examine()[0]);
        $this->outcome->write($found);

        return $found;
    }

    /** @return array{list<string>, array<string, mixed>} the reasons for an alarm, and the warnings and numbers */
    private function examine(): array
    {
        $error = $this->healthCheck->fault();
        if ($error !== null) {
            // The store may have used up the time for an answer, so it is not read again.
            return [[$error], []];
        }
        try {
            $status = $this->healthCheck->status();
        } catch (StoreUnavailable $failure) {
            return [[$failure->getMessage()], []];
        }

        $warnings = $status->warnings();

        return [
            $status->reasons($this->alertAfterSeconds),
            ($warnings === [] ? [] : ['warnings' => $warnings]) + $status->toArray(),
        ];
    }

    /** @param list<string> $reasons */
    private static function outcomeOf(array $reasons): string
    {
        return $reasons === [] ? self::WELL : self::FAILING;
    }

    /** @param array<string, mixed> $details */
    private function answer(string $outcome, array $details): Response
    {
        $details = ($this->release === '' ? [] : ['release' => $this->release]) + $details;

        return $outcome === self::WELL
            ? ScriptResponder::answer(200, ['status' => self::WELL] + $details)
            : ScriptResponder::answer(503, ['status' => self::FAILING] + $details);
    }
}
