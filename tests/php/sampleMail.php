<?php

declare(strict_types=1);

use Enquiry\Tests\Support\SampleMails;

require __DIR__ . '/../../server/vendor/autoload.php';

echo SampleMails::all()[$argv[1] ?? 'enquiry']->html;
