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
        $refusal = $this->token->refusal($request, 'GET', 'POST');
        if ($refusal !== null) {
            return $refusal;
        }
        ignore_user_abort(true);
        \function_exists('set_time_limit') && set_time_limit(0);

        $done = ($this->work)(self::SECONDS);

        return ScriptResponder::answer($done['status'] === 'error' ? 500 : 200, $done);
    }
}
