<?php

declare(strict_types=1);

// The endpoint in plain PDO: the same table, lock, sync and answer, without checks or mail.

/** @param array<string, mixed>|null $fields */
function areFilled(?array $fields): bool
{
    foreach (['name', 'surname', 'email', 'contactNumber', 'subject', 'message'] as $field) {
        $value = $fields[$field] ?? null;
        if (!is_string($value) || trim($value) === '') {
            return false;
        }
    }

    return filter_var($fields['email'] ?? null, FILTER_VALIDATE_EMAIL) !== false;
}

header('Content-Type: application/json; charset=utf-8');
$fields = json_decode((string) file_get_contents('php://input'), true, 8);
if (!areFilled($fields)) {
    http_response_code(422);
    echo '{"status":"error"}';

    return;
}

$folder = getenv('DATA_DIR');
$pdo = new PDO("sqlite:{$folder}/enquiries.sqlite", options: [
    PDO::ATTR_PERSISTENT => true,
    PDO::ATTR_TIMEOUT => 1,
    PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
]);
$pdo->exec('PRAGMA secure_delete=ON; PRAGMA synchronous=FULL');
$lock = fopen("{$folder}/write.lock", 'c');
flock($lock, LOCK_EX);
$pdo->exec('BEGIN IMMEDIATE');
$pdo->prepare(<<<'SQL'
    INSERT INTO enquiry (reference, received_at, email, payload, flags, state, attempts, due_at)
    VALUES (?, ?, ?, ?, '[]', 'waiting', 0, ?)
    SQL)->execute([bin2hex(random_bytes(5)), time(), $fields['email'], json_encode($fields), time()]);
$pdo->exec('COMMIT');
fclose($lock);

echo '{"status":"success"}';
