<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

/**
 * A server of tests/support/smtp-server.mjs.
 *
 * @phpstan-type Mail array{
 *     session: string, secure: bool, hello: string, user: ?string,
 *     envelope: array{from: string, to: list<string>},
 *     raw: string, headers: list<array{key: string, line: string}>,
 *     from: list<array{address: string, name: string}>,
 *     replyTo: list<array{address: string, name: string}>,
 *     subject: string, text: string, html: string,
 * }
 */
final readonly class MailServer
{
    private function __construct(private MailServers $servers, private int $number, public int $port) {}

    /**
     * @param array<string, array<string, int|string>> $answers
     * @param array<string, mixed>                     $options
     */
    public static function scripted(array $answers, array $options = []): self
    {
        return self::start(['answers' => (object) $answers] + $options);
    }

    /** @param array<string, mixed> $options */
    public static function start(array $options = []): self
    {
        $servers = MailServers::running();
        $number = $servers->start($options);
        $server = new self($servers, $number, (int) $servers->nextMatching($number, '/^{"event":"listening","port":(\d+)}$/'));
        Programs::atTheEndOfTheTest($server->stop(...));

        return $server;
    }

    /** @return Mail the next one that is no alert to the operator */
    public function next(): array
    {
        do {
            $mail = $this->nextOfAnyKind();
        } while (self::isAlert($mail));

        return $mail;
    }

    /** @return Mail */
    public function nextAlert(): array
    {
        do {
            $mail = $this->nextOfAnyKind();
        } while (!self::isAlert($mail));

        return $mail;
    }

    /** @return Mail */
    private function nextOfAnyKind(): array
    {
        /** @phpstan-ignore return.type (the script's own words) */
        return json_decode($this->servers->nextMatching($this->number, '/^{"event":"message"/'), true, 16, \JSON_THROW_ON_ERROR);
    }

    /** @param Mail $mail */
    private static function isAlert(array $mail): bool
    {
        return preg_match('/^Message-ID: <(?:webhook_)?alert\./im', $mail['raw']) === 1;
    }

    /** @return list<string> the commands, "." for each mail, up to the first match */
    public function heardUntil(string $pattern): array
    {
        $heard = [];
        do {
            $event = json_decode($this->servers->next($this->number), true, 16, \JSON_THROW_ON_ERROR);
            \assert(\is_array($event));
            $heard[] = $line = \is_string($event['line'] ?? null) ? $event['line'] : '.';
        } while (preg_match($pattern, $line) !== 1);

        return $heard;
    }

    public function stop(): void
    {
        $this->servers->stop($this->number);
    }
}
