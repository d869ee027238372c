<?php

declare(strict_types=1);

namespace Enquiry\Tests\Walks;

use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\Host;
use Enquiry\Tests\Support\MailServer;
use Enquiry\Tests\Support\PrivateFile;
use Enquiry\Tests\Support\Queue;
use Random\Randomizer;

/** One installation, its operator's cron and its mailbox for alerts, and what each of them should be told. */
final class TellingWalk
{
    /** What each problem is called, by its name in the model. */
    private const WORDS = [
        'failed' => '/has failed for|have failed for/',
        'refused' => '/An enquiry was refused/',
        'form quote' => '/The form quote cannot be used/',
        'form order' => '/The form order cannot be used/',
        'database' => '/No enquiry can be accepted or delivered/',
        ExpectedTelling::WELL => '/The website works again/',
    ];

    private const STEPS = [
        'cron', 'cron', 'cron', 'cron', 'cron', 'address', 'address', 'wait', 'wait', 'wait', 'wait', 'jump', 'jump back',
    ];
    private const TOGGLES = ['failed', 'refused', 'form quote', 'form order', 'database', 'folder', 'mail'];
    private const SECONDS = [60, 600, 1_200, 3_540, 3_600, 7_200, 21_540, 21_600, 90_000];

    /** @var list<string> */
    private readonly array $steps;

    private readonly Queue $queue;
    private readonly Host $host;
    private readonly int $deadPort;
    private readonly string $dataId;

    /** @var array<string, bool> what is out of order */
    private array $is = [];
    private int $ahead = 0;
    private ?int $refusedAt = null;

    /** @var array<string, ExpectedTelling> by way, and by where it is noted */
    private array $expected = [];

    /** @var list<list<string>> */
    private array $expectedMails = [];

    /** @var array{mixed, mixed} */
    private array $compared = [null, null];

    /** Of the problems only two, so that there are also times without any. */
    public function __construct(private readonly MailServer $mail, private readonly Randomizer $random)
    {
        $toggles = array_map(
            static fn(int $key): string => self::TOGGLES[$key],
            $random->pickArrayKeys(self::TOGGLES, 2),
        );
        $this->steps = [...self::STEPS, ...$toggles, ...$toggles];
        $this->host = Host::make();
        mkdir("{$this->host->root}/firm/forms", recursive: true);
        $this->deadPort = Environment::deadPort();
        $this->queue = new Queue(Environment::for($mail->port, ['IDENTITY' => 'firm']));
        preg_match('/DATA_ID=([0-9a-f]+)/', $this->queue->call('setup'), $said);
        $this->dataId = $said[1] ?? '';
        $this->useMail(true);
    }

    /** @return string its name */
    public function step(): string
    {
        $step = $this->steps[$this->random->getInt(0, \count($this->steps) - 1)];
        $seconds = self::SECONDS[$this->random->getInt(0, \count(self::SECONDS) - 1)];
        $this->compared = [null, null];
        match ($step) {
            'cron' => $this->cron(),
            'address' => $this->address(),
            'wait' => ($this->queue->now += $seconds),
            'jump' => ([$this->queue->now, $this->ahead] = [$this->queue->now + $seconds, $this->ahead + $seconds]),
            'jump back' => ([$this->queue->now, $this->ahead] = [$this->queue->now - $this->ahead, 0]),
            default => $this->toggle($step),
        };

        return "{$step} {$seconds}";
    }

    /** @return array{mixed, mixed} what the last step should tell, and what it told */
    public function compared(): array
    {
        return $this->compared;
    }

    /** @return array{list<list<string>>, list<list<string>>} the alerts that should arrive, and those that did */
    public function mails(): array
    {
        $this->mailTheEnd();
        $mails = [];
        while (($alert = $this->mail->nextAlert())['subject'] !== 'The end') {
            $mails[] = self::named($alert['text']);
        }

        return [$this->expectedMails, $mails];
    }

    private function toggle(string $what): void
    {
        $data = $this->queue->environment['DATA_DIR'] ?? '';
        $isOn = $this->is[$what] = !($this->is[$what] ?? false);
        $form = "{$this->host->root}/firm/forms/" . substr($what, 5);
        if ($what === 'failed' || $what === 'refused') {
            // These need the database, which another step may have taken away.
            $this->is[$what] = $this->canStore() ? $isOn : !$isOn;
        }
        match (true) {
            $what === 'failed' && $this->canStore() => $isOn
                ? $this->fail()
                : $this->queue->call('erase', ['who' => 'zoe@example.co.za', '--force' => true]),
            $what === 'refused' && $this->canStore() => $this->refuse(),
            $what === 'database' => $this->move(
                PrivateFile::in([...$this->queue->environment, 'DATA_DIR' => $this->folder()], PrivateFile::DATABASE),
                $isOn,
            ),
            $what === 'folder' => $isOn
                ? rename($data, "{$data}-moved") && mkdir($data)
                : rename("{$data}-moved", $data),
            $what === 'mail' => $this->useMail(!$isOn),
            str_starts_with($what, 'form ') => $isOn
                ? mkdir($form) && file_put_contents("{$form}/form.json", '{') === 1
                : unlink("{$form}/form.json") && rmdir($form),
            default => null,
        };
    }

    private function canStore(): bool
    {
        return !($this->is['database'] ?? false) && !($this->is['folder'] ?? false);
    }

    /** @return string where DATA_DIR is now */
    private function folder(): string
    {
        $data = $this->queue->environment['DATA_DIR'] ?? '';

        return $this->is['folder'] ?? false ? "{$data}-moved" : $data;
    }

    private function move(string $file, bool $isAway): void
    {
        $isAway ? rename($file, "{$file}-moved") : rename("{$file}-moved", $file);
    }

    private function fail(): void
    {
        $this->queue->add();
        $this->queue->fail();
    }

    private function refuse(): void
    {
        $this->queue->refuse();
        $this->refusedAt = $this->queue->now;
    }

    private function useMail(bool $isUp): void
    {
        $port = $isUp ? $this->mail->port : $this->deadPort;
        $this->host->configure(['SMTP_PORT' => (string) $port, 'DATA_ID' => $this->dataId] + $this->queue->environment);
    }

    private function cron(): void
    {
        [$code, $out, $error] = $this->host->console('work', $this->queue->clock());
        $standing = $this->standing();
        $this->expectMail($standing);
        $this->compared = [
            [(int) ($standing !== []), '', $this->telling('cron')->at($this->queue->now, $standing)],
            [$code, $out, self::named($error)],
        ];
    }

    private function address(): void
    {
        $answer = $this->host->work($this->queue->clock());
        $standing = $this->standing();
        $this->expectMail($standing);
        $due = array_diff($this->telling('address')->at($this->queue->now, $standing), [ExpectedTelling::WELL]);
        $this->compared = [[$due === [] ? 200 : 503, $standing], [$answer->status, self::named($answer->body)]];
    }

    /** @param list<string> $standing */
    private function expectMail(array $standing): void
    {
        $mail = $this->telling('alert')->at($this->queue->now, $standing, !($this->is['mail'] ?? false));
        if ($mail !== []) {
            $this->expectedMails[] = $mail;
        }
    }

    /** @return list<string> the problems of now */
    private function standing(): array
    {
        if (!$this->canStore()) {
            return ['database'];
        }
        $names = array_filter(
            ['failed', 'form quote', 'form order'],
            fn(string $name): bool => $this->is[$name] ?? false,
        );
        $isRefused = $this->refusedAt !== null && abs($this->queue->now - $this->refusedAt) <= 660;

        return array_values(array_intersect(array_keys(self::WORDS), [...$names, ...$isRefused ? ['refused'] : []]));
    }

    private function telling(string $way): ExpectedTelling
    {
        $telling = $this->expected[$way] ??= new ExpectedTelling();
        $elsewhere = $this->expected["{$way} elsewhere"] ??= new ExpectedTelling();
        if ($this->is['folder'] ?? false) {
            return $elsewhere;
        }
        $telling->take($elsewhere);

        return $telling;
    }

    /** @return list<string> the problems that a text names */
    private static function named(string $text): array
    {
        return array_keys(array_filter(self::WORDS, static fn(string $words): bool => preg_match($words, $text) === 1));
    }

    /** Only when this mail has come, no alert is on its way. */
    private function mailTheEnd(): void
    {
        $connection = stream_socket_client("tcp://127.0.0.1:{$this->mail->port}");
        \assert($connection !== false);
        fgets($connection);
        foreach (
            [
                'HELO end.example',
                'MAIL FROM:<end@example.com>',
                'RCPT TO:<end@example.com>',
                'DATA',
                "Message-ID: <alert.end@example.com>\r\nSubject: The end\r\n\r\n.",
            ] as $line
        ) {
            fwrite($connection, "{$line}\r\n");
            fgets($connection);
        }
        fclose($connection);
    }
}
