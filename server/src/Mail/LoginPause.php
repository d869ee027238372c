<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use Enquiry\Database\DataFolder;
use Enquiry\Database\NoteFile;
use Enquiry\Shared\Clock;

/**
 * After a refused login, nobody logs in for 5 minutes, then for 10, 20, 40 and 60: mail providers block an address that
 * is refused often. All enquiries and alerts share the pause. It ends when the settings of the login change.
 *
 * @phpstan-type Refusal array{times: int, until: int, reason: string}
 */
final readonly class LoginPause
{
    private const FIRST_SECONDS = 300;
    private const LONGEST_SECONDS = 3_600;

    /** Not in the database, because alerts say that it has failed. */
    private NoteFile $note;

    public function __construct(DataFolder $folder, private Clock $clock)
    {
        $this->note = new NoteFile($folder, 'login.note', $clock);
    }

    /**
     * Of several processes, one logs in after a pause: the next pause begins before it.
     * @param string $login SmtpServer::login()
     * @throws MailServerUnavailable during a pause
     */
    public function begin(string $login): void
    {
        $this->note->change(function (string $text, \Closure $save) use ($login): void {
            $refusal = self::parse($text, $login);
            if ($refusal !== null && $this->isOn($login)) {
                throw new MailServerUnavailable($refusal['reason']);
            }
            $refusal === null || $save($this->text($refusal['times'], $login, $refusal['reason']));
        });
    }

    public function isOn(string $login): bool
    {
        $seconds = ($this->refusal($login)['until'] ?? 0) - $this->clock->time();

        // A longer pause was noted before the clock was set back.
        return $seconds > 0 && $seconds <= self::LONGEST_SECONDS;
    }

    public function refused(string $login, string $reason): void
    {
        $this->note->change(fn(string $text, \Closure $save): bool
            => $save($this->text((self::parse($text, $login)['times'] ?? 0) + 1, $login, $reason)));
    }

    public function end(): void
    {
        if (!\in_array($this->note->read(), [null, ''], true)) {
            $this->note->write('');
        }
    }

    /** @return ?Refusal null if this login was not refused the last time */
    public function refusal(string $login): ?array
    {
        return self::parse($this->note->read() ?? '', $login);
    }

    /** @return ?Refusal */
    private static function parse(string $text, string $login): ?array
    {
        return preg_match('/^(\d+) (\d+) (\w+) (.*)$/D', $text, $found) === 1 && $found[3] === $login
            ? ['times' => (int) $found[1], 'until' => (int) $found[2], 'reason' => $found[4]]
            : null;
    }

    private function text(int $times, string $login, string $reason): string
    {
        $seconds = min(self::LONGEST_SECONDS, self::FIRST_SECONDS * 2 ** min($times - 1, 10));

        return "{$times} " . ($this->clock->time() + $seconds) . " {$login} {$reason}";
    }
}
