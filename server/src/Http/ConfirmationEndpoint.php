<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Enquiry\Reference;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** contact_sent.php: confirms an enquiry sent without JavaScript. It reads no enquiry, so it cannot reveal one. */
final readonly class ConfirmationEndpoint
{
    public const COOKIE = 'enquiry-reference';
    public const COOKIE_SECONDS = 3_600;

    public function __construct(private Pages $pages) {}

    public function handle(Request $request): Response
    {
        if (!\in_array($request->getRealMethod(), ['GET', 'HEAD'], true)) {
            return Pages::text('Use GET to read the confirmation.', 405, ['Allow' => 'GET, HEAD']);
        }
        try {
            $cookies = (string) $request->headers->get('Cookie');
            preg_match('/(?:^|;)\s*' . self::COOKIE . '=([^;]*)/', $cookies, $found);
            $reference = (string) Reference::parse($found[1] ?? '');
        } catch (\InvalidArgumentException) {
            return Pages::text(
                'If you have just sent us a message, we have it. Your browser did not keep its reference, because it '
                    . 'keeps no cookies, or an hour has passed.',
                404,
            );
        }

        return $this->pages->answer(
            Pages::SENT,
            ['{{reference}}' => $reference],
            "Thank you for your message. Our sales representative will contact you shortly.\nYour reference is "
                . "{$reference}.",
            200,
        );
    }
}
