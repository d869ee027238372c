<?php

declare(strict_types=1);

use Enquiry\Domain\ContactMessage;
use Enquiry\Outbox\Payload;
use Enquiry\Rules\ContactRules;

// Puts so many enquiries into the queue of DATA_DIR, all of them due.

require __DIR__ . '/../../server/vendor/autoload.php';

$contract = json_decode((string) file_get_contents(__DIR__ . '/../contract/answers.json'), true, 16, JSON_THROW_ON_ERROR);
$rules = ContactRules::fromFile(__DIR__ . '/../../server/rules/contact.json');
$payload = Payload::encode(ContactMessage::from($contract['message'], $rules));

$database = new PDO('sqlite:' . getenv('DATA_DIR') . '/enquiries.sqlite');
$database->prepare(<<<'SQL'
    INSERT INTO enquiry (reference, received_at, email, payload, flags, state, attempts, due_at)
    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < CAST(:count AS INTEGER))
    SELECT printf('%05d-%05d', n / 100000, n % 100000), :now, 'bench@example.com', :payload, '[]', 'waiting', 0, :now
    FROM number
    SQL)->execute(['count' => $argv[1] ?? '0', 'now' => time(), 'payload' => $payload]);
