<?php

declare(strict_types=1);

namespace Enquiry\Http;

use Enquiry\Enquiry\Forms;
use Enquiry\Enquiry\Receipt;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** contact_sent.php: confirms an enquiry sent without JavaScript. It reads no enquiry, so it cannot reveal one. */
final readonly class ConfirmationEndpoint
{
    /** Until the browser is closed. */
    public const COOKIE = 'enquiry-reference';

    public function __construct(private Pages $pages, private Forms $forms) {}

    public function handle(Request $request): Response
    {
        if (!\in_array($request->getRealMethod(), ['GET', 'HEAD'], true)) {
            return Pages::text('Use GET to read the confirmation.', 405, ['Allow' => 'GET, HEAD']);
        }
        try {
            $kept = $request->cookies->all()[self::COOKIE] ?? '';
            $receipt = Receipt::fromCookie(\is_string($kept) ? $kept : '');
        } catch (\InvalidArgumentException) {
            return Pages::text(
                'Your browser has kept no reference. If our form led you here, your message has reached us. If you’re '
                    . 'not sure, please send it again. It doesn’t matter if we get it twice.',
                404,
            );
        }
        $asked = $request->query->all()['form'] ?? '';
        $form = \in_array($asked, $this->forms->names(), true) ? $asked : 'contact';

        $promised = $receipt->promisedBy();
        $text = "Thank you for your message. Our sales representative will contact you shortly.\n"
            . ($promised === '' ? '' : "You’ll hear from us by {$promised}.\n")
            . "Your reference is {$receipt->reference}.";
        $page = $form . ($promised === '' ? '-sent' : '-promised') . '.html';
        $replacements = ['{{reference}}' => $receipt->reference, '{{promised}}' => $promised];

        return $this->pages->fill($page, $replacements, Pages::text($text, 200));
    }
}
