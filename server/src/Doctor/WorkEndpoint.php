<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Http\OperatorToken;
use Enquiry\Http\ScriptResponder;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** Runs the worker, for hosts whose cron can only open addresses. Answers 404 if no token is set. */
final readonly class WorkEndpoint
{
    /** No mail is started after this time. */
    private const SECONDS = 20;

    /** @param \Closure(int): array{status: string, ...} $work is given SECONDS, and returns the answer */
    public function __construct(private OperatorToken $token, private \Closure $work) {}

    public function handle(Request $request): Response
    {
        if (!$this->token->isSet()) {
            return ScriptResponder::answer(404, [
                'status' => 'error',
                'message' => 'Set a HEALTH_TOKEN of at least 32 characters in .env to run the worker from here.',
            ]);
        }
        if (!$this->token->isSentBy($request)) {
            return ScriptResponder::answer(
                401,
                [
                    'status' => 'error',
                    'message'
                        => 'Send the HEALTH_TOKEN of .env in the Authorization header. ' . $this->token->refusal($request),
                ],
                ['WWW-Authenticate' => 'Basic realm="worker", charset="UTF-8"'],
            );
        }
        if (!\in_array($request->getRealMethod(), ['GET', 'POST'], true)) {
            return ScriptResponder::answer(
                405,
                ['status' => 'error', 'message' => 'Use GET or POST.'],
                ['Allow' => 'GET, POST'],
            );
        }
        ignore_user_abort(true);
        \function_exists('set_time_limit') && set_time_limit(0);

        $done = ($this->work)(self::SECONDS);

        return ScriptResponder::answer($done['status'] === 'error' ? 500 : 200, $done);
    }
}
