<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use PHPMailer\PHPMailer\SMTP;

/** Remembers how the sending of one mail went, which PHPMailer forgets once it has said QUIT or RSET. */
final class SmtpSession extends SMTP
{
    private bool $taken = false;

    /** @var list<string> */
    private array $faults = [];

    public function begin(): void
    {
        $this->taken = false;
        $this->faults = [];
    }

    /** The server took the mail, for one recipient at least. */
    public function taken(): bool
    {
        return $this->taken;
    }

    public function fault(): string
    {
        return $this->faults === [] ? 'no proper answer in time' : implode('; ', $this->faults);
    }

    /** @param string $msg_data */
    public function data($msg_data): bool
    {
        return $this->taken = parent::data($msg_data);
    }

    /**
     * @param string     $message
     * @param string     $detail
     * @param int|string $smtp_code
     * @param ?string    $smtp_code_ex
     */
    protected function setError($message, $detail = '', $smtp_code = '', $smtp_code_ex = ''): void
    {
        parent::setError($message, $detail, (string) $smtp_code, (string) $smtp_code_ex);
        if ($message === '' || preg_match('/\b(?:QUIT|RSET)\b/', $message) === 1) {
            return;
        }
        // Once the server has read the mail, its words may repeat the visitor's; the code cannot.
        $words = str_starts_with($message, 'DATA END') ? '' : trim($detail);
        $reason = trim("{$smtp_code} {$smtp_code_ex} {$words}");
        $this->faults[] = trim((string) preg_replace('/\s+/', ' ', "{$message} {$reason}"));
    }
}
