<?php

declare(strict_types=1);

// Prints as JSON how many microseconds it takes to find a person's six earlier enquiries, the oldest of 12 and then of
// 100,000 rows. The environment names the database, which must be empty.
use Enquiry\Configuration\Configuration;
use Enquiry\Database\Connection;
use Enquiry\Database\TimeLimit;
use Enquiry\Enquiry\Enquiry;
use Enquiry\Enquiry\Message;
use Enquiry\Enquiry\Reference;
use Enquiry\Queue\EnquiryQueue;
use Enquiry\Queue\StoredEnquiry;

require __DIR__ . '/../../server/vendor/autoload.php';

$configuration = Configuration::fromArray(getenv());
$fields = json_decode((string) file_get_contents(__DIR__ . '/../contract/answers.json'), true)['message'];
$message = Message::from($fields, $configuration->forms->get('contact'));
$database = $configuration->database();
$database->limit(TimeLimit::Command);
$database->prepare();
$now = time();
$insert = static fn(int $from, int $to): int => $database->write(static fn(Connection $connection): int => $connection->change(
    <<<'SQL'
        INSERT INTO enquiry (reference, received_at, email, phone, payload, flags, state, attempts, due_at)
        WITH RECURSIVE digit (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM digit WHERE n < 999),
            number (n) AS (SELECT 1000 * thousands.n + digit.n FROM digit AS thousands, digit WHERE thousands.n < 100)
        SELECT n, ?, CASE WHEN n < 6 THEN ? ELSE n END, CASE WHEN n < 6 THEN ? ELSE n END, ?, '[]', 'sent', 1, 0
        FROM number WHERE n >= ? AND n < ?
        SQL,
    [$now, $message->email(), $message->phone(), StoredEnquiry::encode($message->values), $from, $to],
));
$queue = new EnquiryQueue($database);
$enquiry = new Enquiry(Reference::parse('00000-00000'), $now, $message);
$measure = static function () use ($queue, $enquiry): int {
    $times = [];
    for ($i = 0; $i < 201; ++$i) {
        $start = hrtime(true);
        $queue->addEarlier($enquiry);
        $times[] = hrtime(true) - $start;
    }
    sort($times);

    return intdiv($times[100], 1000);
};
$medians = [];
foreach ([[0, 12], [12, 100_000]] as [$from, $to]) {
    $insert($from, $to);
    $medians[] = $measure();
}
echo json_encode($medians);
