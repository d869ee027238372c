<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use Enquiry\Stopwatch;
use PHPMailer\PHPMailer\SMTP;

/**
 * Remembers how the sending of one mail went, which PHPMailer forgets once it has said QUIT or RSET, and
 * keeps all of it within one time limit: PHPMailer limits each step, and a mail has many.
 */
final class SmtpSession extends SMTP
{
    private const CLOSING = 421;

    private bool $taken = false;
    private bool $begun = false;
    private bool $broken = false;
    private bool $offered = false;
    private bool $unanswered = false;
    private string $unsent = '';
    private int $end = 0;

    /** @var list<string> */
    private array $faults = [];

    /** @var array<string, string> */
    private array $refused = [];

    public function __construct(private readonly int $stepSeconds)
    {
        $this->Timelimit = $stepSeconds;
    }

    /** @param int $end when all must be done, by clock() */
    public function begin(int $end): void
    {
        $this->taken = $this->begun = $this->broken = $this->offered = $this->unanswered = false;
        $this->faults = [];
        $this->refused = [];
        $this->end = $end;
    }

    /** The server took the mail, for one recipient at least. */
    public function taken(): bool
    {
        return $this->taken;
    }

    /** The connection is at fault, not the mail: another mail would fare no better on it. */
    public function unreachable(): bool
    {
        return !$this->begun || $this->broken;
    }

    /** It broke so early that the server cannot have the mail: an idle connection that the server had closed. */
    public function brokeBeforeTheMail(): bool
    {
        return $this->begun && $this->broken && !$this->offered;
    }

    /** It was sent up to the final dot, and no answer came. */
    public function unanswered(): bool
    {
        return $this->unanswered;
    }

    /** @return array<string, string> the reply by recipient */
    public function refused(): array
    {
        return $this->refused;
    }

    /**
     * @param string $address
     * @param string $dsn
     */
    public function recipient($address, $dsn = ''): bool
    {
        $taken = parent::recipient($address, $dsn);
        if (!$taken) {
            $this->refused[$address] = trim((string) preg_replace('/\s+/', ' ', $this->getLastReply()));
        }

        return $taken;
    }

    public function fault(): string
    {
        return $this->faults === [] ? 'no proper answer in time' : implode('; ', $this->faults);
    }

    /**
     * In one piece, with the final dot. PHPMailer goes line by line in search of long ones, which takes
     * longer than all else that is done for a mail; it has wrapped all of them when it composed it.
     *
     * @param string $msg_data
     */
    public function data($msg_data): bool
    {
        $this->offered = true;
        if (!$this->sendCommand('DATA', 'DATA', 354)) {
            return false;
        }
        $lines = str_replace(["\r\n", "\r"], "\n", rtrim($msg_data));
        $this->unsent = str_replace(["\n.", "\n"], ["\n..", self::LE], $lines) . self::LE;
        try {
            return $this->taken = $this->sendCommand('DATA END', '.', 250);
        } finally {
            $this->unanswered = $this->getLastReply() === '';
            $this->unsent = '';
        }
    }

    /** A mail that was taken leaves nothing to reset (RFC 5321 section 4.1.1.4): one round trip less for each. */
    public function reset(): bool
    {
        return $this->taken || parent::reset();
    }

    /**
     * Without blocking: a server that stops reading would hold a blocking write for as long as it likes.
     *
     * @param string $data
     * @param string $command
     */
    public function client_send($data, $command = ''): int|false
    {
        $left = $this->unsent . $data;
        $this->unsent = '';
        $length = \strlen($left);
        if (!\is_resource($this->smtp_conn)) {
            return false;
        }
        stream_set_blocking($this->smtp_conn, false);
        while ($left !== '') {
            $written = @fwrite($this->smtp_conn, $left);
            if ($written === false) {
                break;
            }
            $left = substr($left, $written);
            if ($left !== '' && !$this->waitToWrite()) {
                break;
            }
        }
        stream_set_blocking($this->smtp_conn, true);

        return $left === '' ? $length : false;
    }

    /**
     * @param string           $command
     * @param string           $commandstring
     * @param array<mixed>|int $expect
     */
    protected function sendCommand($command, $commandstring, $expect): bool
    {
        $this->last_reply = '';
        $this->begun = $this->begun || $command === 'MAIL FROM';
        $done = parent::sendCommand($command, $commandstring, $expect);
        if (!$done && $this->begun) {
            $code = (int) substr($this->getLastReply(), 0, 3);
            $this->broken = $this->broken || $code === 0 || $code === self::CLOSING;
        }

        return $done;
    }

    /** Waits for the verdict on a mail as long as there is time: given up too soon, it arrives twice. */
    protected function get_lines(): string
    {
        $left = $this->secondsLeft();
        if ($left < 1) {
            return '';
        }
        $this->Timelimit = $this->state === 'DATA END' ? $left : min($left, $this->stepSeconds);
        $this->Timeout = $this->Timelimit;

        return parent::get_lines();
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

    private function waitToWrite(): bool
    {
        $none = null;
        $streams = array_filter([$this->smtp_conn], \is_resource(...));
        $seconds = min($this->secondsLeft(), $this->stepSeconds);

        return $seconds > 0 && $streams !== [] && @stream_select($none, $streams, $none, $seconds) === 1;
    }

    private function secondsLeft(): int
    {
        return $this->end - self::clock();
    }

    public static function clock(): int
    {
        return (int) Stopwatch::now();
    }
}
