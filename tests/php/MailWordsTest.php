<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Tests\Support\SampleMails;
use PHPUnit\Framework\TestCase;

/** All words of the mails, as mails.txt shows them. Links are in the plain text. */
final class MailWordsTest extends TestCase
{
    public function test_the_mails_say_what_mails_txt_shows(): void
    {
        $written = '';
        foreach (SampleMails::all() as $kind => $mail) {
            $headers = ['From' => $mail->fromName, 'Reply-To' => implode(', ', array_keys($mail->replyTo)), 'Subject' => $mail->subject, 'References' => implode(', ', $mail->follows)];
            $written .= "##### {$kind}\n";
            foreach ([...$headers, ...$mail->headers] as $name => $value) {
                $written .= $value === '' ? '' : "{$name}: {$value}\n";
            }
            $written .= "\n{$mail->text}\n\n";
            $words = html_entity_decode(strip_tags((string) preg_replace(['~.*<body[^>]*>~s', '/(?:&#847;&zwnj;&nbsp;)+/', '/<a /', '/<[^>]+>/'], ['', '', "\n$0", "\n$0"], $mail->html)), \ENT_QUOTES | \ENT_HTML5);
            $written .= $words === '' ? '' : "##### {$kind} in HTML\n" . trim((string) preg_replace('/\s*\n\s*/', "\n", $words)) . "\n\n";
        }
        if (getenv('UPDATE_MAILS') !== false) {
            file_put_contents(__DIR__ . '/mails.txt', $written);
        }

        self::assertSame(file_get_contents(__DIR__ . '/mails.txt'), $written, 'If the words are meant to change: UPDATE_MAILS=1 server/vendor/bin/phpunit -c server/phpunit.xml.dist --filter MailWordsTest');
    }
}
