<?php

declare(strict_types=1);

// fill.php FILE COUNT PAYLOAD: adds enquiries that wait to a queue.
[, $file, $count, $payload] = $argv;
(new PDO("sqlite:{$file}"))->prepare(<<<'SQL'
    INSERT INTO enquiry (reference, form, received_at, email, payload, flags, state)
    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < CAST(:count AS INTEGER))
    SELECT printf('%05d-%05d', n / 100000, n % 100000), 'contact', :now, 'bench@example.com', :payload, '[]', 'waiting'
    FROM number
    SQL)->execute(['count' => $count, 'now' => time(), 'payload' => $payload]);
