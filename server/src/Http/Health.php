<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Storage\Journal;
use Enquiry\Storage\StoreUnavailable;
use Psr\Clock\ClockInterface;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** The alarm that does not depend on the mail server: for a monitor to ask. Numbers only, nothing personal. */
final readonly class Health
{
    public const UNREADABLE = 'The store cannot be read.';

    public function __construct(private Journal $journal, private int $alertAfterSeconds, private ClockInterface $clock) {}

    public function handle(Request $request): Response
    {
        if (!\in_array($request->getRealMethod(), ['GET', 'HEAD'], true)) {
            return Json::answer(405, ['status' => 'error', 'message' => 'Ask for the health with GET.'], ['Allow' => 'GET, HEAD']);
        }
        $now = $this->clock->now()->getTimestamp();
        try {
            $status = $this->journal->status($now);
            $reasons = $status->reasons($this->alertAfterSeconds);
            $numbers = $status->toArray();
        } catch (StoreUnavailable) {
            $reasons = [self::UNREADABLE];
            $numbers = [];
        }

        return $reasons === []
            ? Json::answer(200, ['status' => 'ok'] + $numbers)
            : Json::answer(503, ['status' => 'failing', 'reasons' => $reasons] + $numbers);
    }
}
