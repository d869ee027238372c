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

/**
 * The alarm that does not depend on the mail server: for a monitor to ask. Everybody is told whether all
 * is well, and whoever has the token why not, with numbers; nobody anything personal.
 */
final readonly class HealthEndpoint
{
    /** What everybody is told is found out once in so many seconds, however often they ask. */
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
        $isKnown = $this->token->isSentBy($request, byLink: true);
        if (!$isKnown && ($this->token->isLogged($request) || OperatorToken::bearer($request) !== null)) {
            // RFC 9110, section 11.6.1: 401 names the scheme.
            return JsonResponder::answer(
                401,
                ['status' => 'error', 'message' => 'Send the HEALTH_TOKEN of .env in the header Authorization, or ask without a token for the state alone. ' . ($this->token->isSet() ? $this->token->refusal($request) : $this->token->whyUnset)],
                ['WWW-Authenticate' => 'Bearer'],
            );
        }
        if (!$isKnown) {
            // A password may be the web server's business: a site may be shown behind one.
            $isOther = $this->token->isSet() && OperatorToken::password($request) !== null;

            $proof = $this->proof->askedFor($request);

            return self::answer(
                $this->knownOutcome(),
                ($isOther ? ['message' => 'The password that was sent is not the HEALTH_TOKEN of .env, so this is the state alone.'] : []) + ($proof === null ? [] : ['doctor' => $proof]),
            );
        }
        [$reasons, $numbers] = $this->examine();

        return self::answer(self::outcomeOf($reasons), ($reasons === [] ? [] : ['reasons' => $reasons]) + $numbers);
    }

    private function knownOutcome(): string
    {
        $known = $this->outcome->read(self::SECONDS_KNOWN) ?? '';
        if ($known !== '') {
            return $known;
        }
        // First, so that nobody else examines a store that may keep this process waiting.
        $this->outcome->renew();
        $found = self::outcomeOf($this->examine()[0]);
        $this->outcome->write($found);

        return $found;
    }

    /** @return array{list<string>, array<string, ?int>} the reasons to look, and the numbers */
    private function examine(): array
    {
        $fault = $this->healthCheck->fault();
        if ($fault !== null) {
            // Nothing more is asked of a store that may just have used up the time that there is to answer in.
            return [[$fault], []];
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
