<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Enquiry\Enquiry;
use Enquiry\Enquiry\Reference;
use Enquiry\Mail\Letterhead;
use Enquiry\Mail\Mail;

/** One of each kind of mail, with everything that it can say. */
final class SampleMails
{
    /** @return array<string, Mail> */
    public static function all(): array
    {
        $received = strtotime('2026-11-22 08:12:00 UTC');
        $now = $received + 3_600;
        $colours = array_fill_keys(Letterhead::COLOURS, '#123456');
        $letterhead = new Letterhead(['name' => 'Brandwacht & Søn', 'light' => $colours, 'dark' => $colours], 'https://www.brandwacht.example');
        $message = Contract::accepted();
        $plain = new Enquiry(Reference::parse('0XW4T-7K3QM'), $received, $message);
        $marked = new Enquiry(
            Reference::parse('7K3QM-0XW4T'),
            $received,
            $message,
            ['it has links to 4 other sites'],
            promisedBy: $received + 1_800,
        );
        $marked->earlier = [['reference' => '2QRMV-DNP60', 'receivedAt' => $received - 86_400, 'subject' => 'A new website']];

        return [
            'enquiry' => Mail::enquiry($marked, $now, $letterhead),
            'notice' => Mail::notice($plain, 'For sales@brandwacht.example: DATA END failed 550 5.7.1.', $now),
            'alert' => Mail::alert(['One enquiry has failed. Fix the error.', 'The worker has never run.'], $now),
            'end of alerts' => Mail::alert([], $now),
        ];
    }
}
