<?php

declare(strict_types=1);

// fill.php FILE COUNT PAYLOAD: adds enquiries that are due now to a queue.
[, $file, $count, $payload] = $argv;
(new PDO("sqlite:{$file}"))->prepare(<<<'SQL'
    INSERT INTO enquiry (reference, received_at, email, payload, flags, state, attempts, due_at)
    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < CAST(:count AS INTEGER))
    SELECT printf('%05d-%05d', n / 100000, n % 100000), :now, 'bench@example.com', :payload, '[]', 'waiting', 0, :now
    FROM number
    SQL)->execute(['count' => $count, 'now' => time(), 'payload' => $payload]);
