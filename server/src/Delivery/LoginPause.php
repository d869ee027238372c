<?php

declare(strict_types=1);

namespace Enquiry\Delivery;

use Enquiry\Database\DataFolder;
use Enquiry\Database\SharedNote;
use Enquiry\Mail\LoginLimit;
use Enquiry\Mail\MailServerUnavailable;
use Enquiry\Shared\Clock;

/**
 * After a refused login, nobody logs in for 5 minutes, then for 10, 20, 40 and 60: mail providers block an address that
 * is refused often. All enquiries and alerts share the pause. It ends when the settings of the login change.
 */
final readonly class LoginPause implements LoginLimit
{
    private const FIRST_SECONDS = 300;
    private const LONGEST_SECONDS = 3_600;

    /** Not in the database, because alerts tell that it has failed. */
    private SharedNote $note;

    public function __construct(DataFolder $folder, private Clock $clock)
    {
        $this->note = new SharedNote($folder, 'login.note');
    }

    /** Of several processes, one tries it after a pause: the next pause begins now. */
    public function begin(string $login): void
    {
        $this->note->change(function (string $text, \Closure $save) use ($login): void {
            $refused = self::parse($text, $login);
            if ($refused !== null && $this->isOn($refused)) {
                throw new MailServerUnavailable($refused->reason);
            }
            if ($refused !== null) {
                $save($this->text($refused->times, $login, $refused->reason));
            }
        });
    }

    public function accepted(): void
    {
        if ($this->note->read() !== '') {
            $this->end();
        }
    }

    public function refused(string $login, string $reason): void
    {
        $this->note->change(fn(string $text, \Closure $save): bool => $save(
            $this->text((self::parse($text, $login)->times ?? 0) + 1, $login, $reason),
        ));
    }

    public function end(): void
    {
        $this->note->change(static fn(string $text, \Closure $save): bool => $save(''));
    }

    /** @return ?RefusedLogin null if this login was not refused the last time */
    public function last(string $login): ?RefusedLogin
    {
        return self::parse($this->note->read(), $login);
    }

    public function isOn(?RefusedLogin $refused): bool
    {
        $seconds = ($refused->until ?? 0) - $this->clock->time();

        // A longer one was noted before the clock was set back.
        return $seconds > 0 && $seconds <= self::LONGEST_SECONDS;
    }

    private static function parse(string $text, string $login): ?RefusedLogin
    {
        return preg_match('/^(\d+) (\d+) (\w+) (.*)$/sD', $text, $found) === 1 && $found[3] === $login
            ? new RefusedLogin((int) $found[1], (int) $found[2], $found[4])
            : null;
    }

    private function text(int $times, string $login, string $reason): string
    {
        $seconds = min(self::LONGEST_SECONDS, self::FIRST_SECONDS * 2 ** min($times - 1, 10));

        return "{$times} " . ($this->clock->time() + $seconds) . " {$login} {$reason}";
    }
}
