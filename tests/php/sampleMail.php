<?php

declare(strict_types=1);

use Enquiry\Enquiry\Enquiry;
use Enquiry\Enquiry\Message;
use Enquiry\Enquiry\Reference;
use Enquiry\Mail\DigestMail;
use Enquiry\Mail\EnquiryMail;
use Enquiry\Mail\Letterhead;
use Enquiry\Tests\Support\Contract;

require __DIR__ . '/../../server/vendor/autoload.php';

$reference = Reference::parse('7K3QM-0XW4T');
$received = new DateTimeImmutable('2026-11-22 08:12:00 UTC');
$enquiry = new Enquiry($reference, $received, Message::from(Contract::answers()['message'], Contract::form()), ['it has 4 links'], [$reference], $reference);

$letterhead = new Letterhead('Brandwacht & Søn', 'www.brandwacht.example');
$now = $received->modify('+1 hour');

echo ($argv[1] ?? '') === 'digest'
    ? (new DigestMail([$enquiry, new Enquiry(Reference::parse('0XW4T-7K3QM'), $received, $enquiry->message)], $now, letterhead: $letterhead))->html
    : (new EnquiryMail($enquiry, $now, letterhead: $letterhead))->html;
