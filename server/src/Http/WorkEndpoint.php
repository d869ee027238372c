<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Outbox\Worker;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** Cron for hosts that let it ask for an address and run no command. It is not there where no token is set. */
final readonly class WorkEndpoint
{
    /** In which it begins to mail; the mail in hand then is finished. */
    private const SECONDS = 20;

    /** @param \Closure(): Worker $worker */
    public function __construct(private OperatorToken $token, private \Closure $worker) {}

    public function handle(Request $request): Response
    {
        if (!$this->token->isSet()) {
            return JsonResponder::answer(404, ['status' => 'error', 'message' => 'There is nothing here. With a HEALTH_TOKEN of 32 characters or more in .env, cron may ask here.']);
        }
        if (!$this->token->isSentBy($request)) {
            return JsonResponder::answer(401, ['status' => 'error', 'message' => 'Send the HEALTH_TOKEN of .env in the header Authorization.'], ['WWW-Authenticate' => 'Basic realm="worker", charset="UTF-8"']);
        }
        if (!\in_array($request->getRealMethod(), ['GET', 'POST'], true)) {
            return JsonResponder::answer(405, ['status' => 'error', 'message' => 'Ask with GET or POST.'], ['Allow' => 'GET, POST']);
        }
        ignore_user_abort(true);
        set_time_limit(0);

        return JsonResponder::answer(200, ['status' => 'ok', 'mailed' => ($this->worker)()->runOnce(self::SECONDS)]);
    }
}
