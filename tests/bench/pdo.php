<?php

declare(strict_types=1);

// The floor for whoever writes it by hand: one enquiry, one transaction, safe on disk when it is
// answered. Table, indexes, lock, pragmas and answer are the endpoint's; nothing else is done.

$respond = static function (int $status, string $body): void {
    http_response_code($status);
    header('Content-Type: application/json; charset=utf-8');
    header('Cache-Control: no-store');
    echo $body;
};

$fields = json_decode((string) file_get_contents('php://input'), true, 8);
foreach (['name', 'surname', 'email', 'contactNumber', 'subject', 'message'] as $field) {
    $value = is_array($fields) ? $fields[$field] ?? null : null;
    if (!is_string($value) || trim($value) === '') {
        $respond(422, '{"status":"error"}');

        return;
    }
}
if (filter_var($fields['email'], FILTER_VALIDATE_EMAIL) === false) {
    $respond(422, '{"status":"error"}');

    return;
}

$folder = getenv('DATA_DIR');
$pdo = new PDO("sqlite:{$folder}/enquiries.sqlite", options: [
    PDO::ATTR_PERSISTENT => true,
    PDO::ATTR_TIMEOUT => 1,
    PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
]);
$pdo->exec('PRAGMA secure_delete=ON; PRAGMA synchronous=FULL');
$now = time();
$lock = fopen("{$folder}/write.lock", 'c');
assert($lock !== false);
flock($lock, LOCK_EX);
$pdo->exec('BEGIN IMMEDIATE');
$pdo->prepare(<<<'SQL'
    INSERT INTO enquiry (reference, received_at, email, payload, flags, state, attempts, due_at)
    VALUES (?, ?, ?, ?, '[]', 'waiting', 0, ?)
    SQL)->execute([bin2hex(random_bytes(5)), $now, $fields['email'], json_encode($fields), $now]);
$pdo->exec('COMMIT');
fclose($lock);

$respond(200, '{"status":"success"}');
