<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Configuration\Configuration;
use Enquiry\Database\NoteFile;
use Enquiry\Http\ScriptResponder;
use Enquiry\Queue\Finding;
use Enquiry\Shared\Clock;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** Tells monitors, and anybody else, whether all is well. */
final readonly class HealthEndpoint
{
    /** The header with doctor's id. */
    public const DOCTOR = 'Website-Doctor';

    private const SECONDS_PROVEN = 60;

    /** @param \Closure(): list<Finding> $findings */
    public function __construct(
        private \Closure $findings,
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
        if (!$request->isMethodSafe()) {
            $error = ['status' => 'error', 'message' => 'Use GET.'];

            return ScriptResponder::answer(405, $error, ['Allow' => 'GET, HEAD']);
        }
        $isWell = Finding::sorted(($this->findings)())[Finding::PROBLEM] === [];
        $release = $this->configuration->release;

        return ScriptResponder::answer(
            $isWell ? 200 : 503,
            ['status' => $isWell ? 'ok' : 'failing']
                + ($release === '' ? [] : ['release' => $release])
                + $this->proof($request),
        );
    }

    /** @return array{doctor?: string, proxy?: string} what doctor asks for */
    private function proof(Request $request): array
    {
        $id = $request->headers->get(self::DOCTOR) ?? '';
        $isDoctor = preg_match('/^[0-9a-f]{32}$/D', $id) === 1;
        $file = new NoteFile($this->configuration->folder(), self::proofFile($id), $this->clock);
        $proof = $isDoctor ? $file->read(self::SECONDS_PROVEN) : null;

        return $proof === null ? [] : ['doctor' => $proof, ...self::proxy($request)];
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
}
