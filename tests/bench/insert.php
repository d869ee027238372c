<?php

declare(strict_types=1);

// Inserts the request into one table, with the endpoint's lock and settings of SQLite, so that it syncs as often as the
// endpoint does before its answer.
$folder = (string) getenv('FOLDER');
$lock = fopen("{$folder}/write.lock", 'c');
assert($lock !== false);
$database = new PDO("sqlite:{$folder}/insert.sqlite");
$database->exec('PRAGMA journal_mode=TRUNCATE; PRAGMA secure_delete=ON; PRAGMA synchronous=FULL');
flock($lock, LOCK_EX);
$database->exec('CREATE TABLE IF NOT EXISTS enquiry (id INTEGER PRIMARY KEY, payload TEXT NOT NULL)');
$database->exec('BEGIN IMMEDIATE');
$database->prepare('INSERT INTO enquiry (payload) VALUES (?)')->execute([file_get_contents('php://input')]);
$database->exec('COMMIT');
flock($lock, LOCK_UN);

header('Content-Type: application/json');
echo '{"status":"success"}';
