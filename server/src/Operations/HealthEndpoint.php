<?php

declare(strict_types=1);

namespace Enquiry\Operations;

use Enquiry\Delivery\HealthCheck;
use Enquiry\Http\JsonResponder;
use Enquiry\Http\OperatorToken;
use Enquiry\Store\Note;
use Enquiry\Store\StoreUnavailable;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** For monitors: anybody learns whether all is well, and the sender of the token also the reasons and numbers. */
final readonly class HealthEndpoint
{
    /** Without the token an answer may be this old, however often somebody asks. */
    private const SECONDS_KNOWN = 15;

    private const WELL = 'ok';
    private const FAILING = 'failing';

    public function __construct(
        private HealthCheck $healthCheck,
        private Note $outcome,
        private int $alertAfterSeconds,
        private OperatorToken $token,
        private InstallationProof $proof,
    ) {}

    public function handle(Request $request): Response
    {
        if (!\in_array($request->getRealMethod(), ['GET', 'HEAD'], true)) {
            return JsonResponder::answer(405, ['status' => 'error', 'message' => 'Ask for the health with GET.'], ['Allow' => 'GET, HEAD']);
        }
        if ($this->token->isSentBy($request)) {
            [$reasons, $numbers] = $this->examine();

            return self::answer(self::outcomeOf($reasons), ($reasons === [] ? [] : ['reasons' => $reasons]) + $numbers);
        }
        // Another password may be for the web server: a site can be behind one.
        if (OperatorToken::bearer($request) !== null) {
            // RFC 9110, section 11.6.1: 401 names the scheme.
            return JsonResponder::answer(
                401,
                ['status' => 'error', 'message' => 'Send the HEALTH_TOKEN of .env in the header Authorization, or no token for the state alone. ' . $this->token->refusal($request)],
                ['WWW-Authenticate' => 'Bearer'],
            );
        }
        $proof = $this->proof->askedFor($request);

        return self::answer($this->knownOutcome(), $proof === null ? [] : ['doctor' => $proof]);
    }

    private function knownOutcome(): string
    {
        $known = $this->outcome->read(self::SECONDS_KNOWN) ?? '';
        if ($known !== '') {
            return $known;
        }
        // First, so that no other process examines a store that may be slow.
        $this->outcome->renew();
        $found = self::outcomeOf($this->examine()[0]);
        $this->outcome->write($found);

        return $found;
    }

    /** @return array{list<string>, array<string, ?int>} the reasons for an alarm, and the numbers */
    private function examine(): array
    {
        $error = $this->healthCheck->fault();
        if ($error !== null) {
            // The store may have used up the time for an answer, so it is not asked again.
            return [[$error], []];
        }
        try {
            $status = $this->healthCheck->status();
        } catch (StoreUnavailable $failure) {
            return [[$failure->getMessage()], []];
        }

        return [$status->reasons($this->alertAfterSeconds), $status->toArray()];
    }

    /** @param list<string> $reasons */
    private static function outcomeOf(array $reasons): string
    {
        return $reasons === [] ? self::WELL : self::FAILING;
    }

    /** @param array<string, mixed> $details */
    private static function answer(string $outcome, array $details): Response
    {
        return $outcome === self::WELL
            ? JsonResponder::answer(200, ['status' => self::WELL] + $details)
            : JsonResponder::answer(503, ['status' => self::FAILING] + $details);
    }
}
