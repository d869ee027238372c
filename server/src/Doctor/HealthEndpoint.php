<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Configuration\Configuration;
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
        private Configuration $configuration,
        private Clock $clock,
    ) {}

    /**
     * Doctor writes this file and expects its content from the page: then this installation answers.
     * @param string $id 32 hexadecimal digits
     */
    public static function proofFile(string $id): string
    {
        return "doctor-{$id}.txt";
    }

    public function handle(Request $request): Response
    {
        // Anybody may see the state. A Basic password that is not the token may be for the web server.
        $isOpen = OperatorToken::bearer($request) === null && $request->isMethodSafe();
        $token = new OperatorToken($this->configuration->healthToken);
        $refusal = $isOpen ? null : $token->refusal($request, 'GET', 'HEAD');
        if ($refusal !== null) {
            return $refusal;
        }
        if ($token->isSentBy($request)) {
            return $this->answer($this->examine());
        }
        $id = $request->headers->get(self::DOCTOR) ?? '';
        $isDoctor = preg_match('/^[0-9a-f]{32}$/D', $id) === 1;
        $proof = $isDoctor ? $this->note(self::proofFile($id))->read(self::SECONDS_PROVEN) : null;
        $shown = $proof === null ? [] : ['doctor' => $proof, ...self::proxy($request)];

        return $this->answer(['status' => $this->knownState()] + $shown);
    }

    /**
     * The address of a proxy in front of the site: doctor sends no X-Forwarded-For, so a proxy added it. Visitors could
     * send the header themselves.
     * @return array{proxy?: string}
     */
    private static function proxy(Request $request): array
    {
        $from = $request->server->getString('REMOTE_ADDR');
        $visitors = array_map(trim(...), explode(',', $request->headers->get('X-Forwarded-For') ?? ''));

        // A web server that already replaced the proxy's address with the visitor's needs no setting.
        return $visitors === [''] || \in_array($from, $visitors, true) ? [] : ['proxy' => $from];
    }

    private function note(string $name): NoteFile
    {
        return new NoteFile($this->configuration->folder(), $name, $this->clock);
    }

    private function knownState(): string
    {
        $note = $this->note('health.note');
        $known = $note->read(self::SECONDS_KNOWN) ?? '';
        if ($known !== '') {
            return $known;
        }
        // Before the check, so that no other process checks a slow store at the same time.
        $note->renew();
        $state = $this->examine()['status'];
        $note->write($state);

        return $state;
    }

    /** @return array{status: string, ...} with the reasons, warnings and numbers */
    private function examine(): array
    {
        $fault = $this->healthCheck->fault();
        // After a fault, the store may have used up the time for an answer.
        if ($fault !== null) {
            return ['status' => self::FAILING, 'reasons' => [$fault]];
        }
        try {
            $status = $this->healthCheck->status();
        } catch (StoreUnavailable $failure) {
            return ['status' => self::FAILING, 'reasons' => [$failure->getMessage()]];
        }
        $reasons = $status->reasons();

        return ['status' => $reasons === [] ? self::WELL : self::FAILING]
            + array_filter(['reasons' => $reasons, 'warnings' => $status->warnings()])
            + $status->toArray();
    }

    /** @param array{status: string, ...} $found */
    private function answer(array $found): Response
    {
        $release = $this->configuration->release;

        return ScriptResponder::answer(
            $found['status'] === self::WELL ? 200 : 503,
            ['status' => $found['status']] + ($release === '' ? [] : ['release' => $release]) + $found,
        );
    }
}
