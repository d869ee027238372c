<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Database\DataFolder;
use Enquiry\Database\NoteFile;
use Enquiry\Database\StoreUnavailable;
use Enquiry\Http\OperatorToken;
use Enquiry\Http\ScriptResponder;
use Enquiry\Queue\HealthCheck;
use Enquiry\Shared\Clock;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** For monitors. Tells anybody whether all is well, and the operator also the reasons and numbers. */
final readonly class HealthEndpoint
{
    /** Without the token, the state is checked at most once in this time. */
    private const SECONDS_KNOWN = 15;

    /** The header with doctor's id. */
    public const DOCTOR = 'Website-Doctor';

    private const SECONDS_PROVEN = 60;

    private const WELL = 'ok';
    private const FAILING = 'failing';

    public function __construct(
        private HealthCheck $healthCheck,
        private DataFolder $folder,
        private Clock $clock,
        private OperatorToken $token,
        private string $release,
    ) {}

    /** Of doctor, which wants to know whether this installation answers. @param string $id 32 hexadecimal digits */
    public static function proofFile(string $id): string
    {
        return "doctor-{$id}.txt";
    }

    public function handle(Request $request): Response
    {
        if (!\in_array($request->getRealMethod(), ['GET', 'HEAD'], true)) {
            return self::error(405, 'Use GET to read this page.', ['Allow' => 'GET, HEAD']);
        }
        if ($this->token->isSentBy($request)) {
            return $this->answer(...$this->examine());
        }
        // A Basic password may be for the web server, so only a wrong Bearer token is refused.
        if (OperatorToken::bearer($request) !== null) {
            $message = 'Send the HEALTH_TOKEN of .env in the Authorization header, or no token for the status only. ';

            // A 401 must name the scheme (RFC 9110 section 11.6.1).
            return self::error(401, $message . $this->token->refusal($request), ['WWW-Authenticate' => 'Bearer']);
        }
        $id = $request->headers->get(self::DOCTOR) ?? '';
        $isDoctor = preg_match('/^[0-9a-f]{32}$/D', $id) === 1;
        $proof = $isDoctor ? $this->note(self::proofFile($id))->read(self::SECONDS_PROVEN) : null;

        return $this->answer(
            $this->knownOutcome(),
            $proof === null ? [] : ['doctor' => $proof, ...self::proxy($request)],
        );
    }

    /**
     * Doctor sends no X-Forwarded-For, so a proxy added it. From a visitor, it would prove nothing.
     * @return array{proxy?: string}
     */
    private static function proxy(Request $request): array
    {
        $from = $request->server->getString('REMOTE_ADDR');
        $visitors = array_map(trim(...), explode(',', $request->headers->get('X-Forwarded-For') ?? ''));

        // A web server that already replaced the proxy's address with the visitor's needs no setting.
        return $visitors === [''] || \in_array($from, $visitors, true) ? [] : ['proxy' => $from];
    }

    /** @param array<string, string> $headers */
    private static function error(int $status, string $message, array $headers): Response
    {
        return ScriptResponder::answer($status, ['status' => 'error', 'message' => $message], $headers);
    }

    private function note(string $name): NoteFile
    {
        return new NoteFile($this->folder, $name, $this->clock);
    }

    private function knownOutcome(): string
    {
        $note = $this->note('health.note');
        $known = $note->read(self::SECONDS_KNOWN) ?? '';
        if ($known !== '') {
            return $known;
        }
        // Before the check, so that no other process checks a slow store at the same time.
        $note->renew();
        [$found] = $this->examine();
        $note->write($found);

        return $found;
    }

    /** @return array{string, array<string, mixed>} the outcome, and the reasons, warnings and numbers */
    private function examine(): array
    {
        $fault = $this->healthCheck->fault();
        $details = [];
        try {
            // After a fault, the store may have used up the time for an answer.
            $status = $fault === null ? $this->healthCheck->status() : null;
            $warnings = $status?->warnings() ?? [];
            $reasons = $status?->reasons() ?? [$fault];
            $details = ($warnings === [] ? [] : ['warnings' => $warnings]) + ($status?->toArray() ?? []);
        } catch (StoreUnavailable $failure) {
            $reasons = [$failure->getMessage()];
        }

        return $reasons === [] ? [self::WELL, $details] : [self::FAILING, ['reasons' => $reasons] + $details];
    }

    /** @param array<string, mixed> $details */
    private function answer(string $outcome, array $details): Response
    {
        $release = $this->release === '' ? [] : ['release' => $this->release];

        return ScriptResponder::answer(
            $outcome === self::WELL ? 200 : 503,
            ['status' => $outcome === self::WELL ? self::WELL : self::FAILING] + $release + $details,
        );
    }
}
