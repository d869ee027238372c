<?php

declare(strict_types=1);

namespace Enquiry\Operations;

use Enquiry\Configuration\InvalidConfiguration;
use Enquiry\Delivery\QueueStatus;
use Enquiry\Http\OperatorToken;
use Enquiry\Operations\Doctor\Doctor;
use Enquiry\Operations\Doctor\Finding;
use Enquiry\Shared\Html;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/**
 * What doctor and status say, for an operator without a shell, and without a word about any visitor. It is
 * not there where no token is set.
 */
final readonly class StatusPage
{
    /** What is found, in the order in which somebody has to look at it. */
    private const HEADINGS = [
        Finding::PROBLEM => 'Problems',
        Finding::WARNING => 'Warnings',
        Finding::OK => 'What is well',
    ];

    /** In letters: what is longer would be wider than a phone, such as a path. */
    private const LONGEST_WORD = 30;

    /**
     * @param \Closure(): Doctor      $doctor
     * @param \Closure(): QueueStatus $queue
     * @param \Closure(): ?string     $refusal why the last enquiry was refused that was by a fault of ours, and when
     */
    public function __construct(
        private OperatorToken $token,
        private \Closure $doctor,
        private \Closure $queue,
        private \Closure $refusal,
    ) {}

    public function handle(Request $request): Response
    {
        if (!$this->token->isSet()) {
            return self::answer(404, 'Nothing here', '<p>With a HEALTH_TOKEN in .env, this page says how the endpoint is doing. ' . Html::escape($this->token->whyUnset) . '</p>');
        }
        if (!\in_array($request->getRealMethod(), ['GET', 'HEAD'], true)) {
            $answer = self::answer(405, 'Ask with GET', '');
            $answer->headers->set('Allow', 'GET, HEAD');

            return $answer;
        }
        if (!$this->token->isSentBy($request)) {
            $answer = self::answer(401, 'Who are you?', '<p>The password is the <code>HEALTH_TOKEN</code> of <code>.env</code>; the name may be anything, and is logged: never type the token there. ' . Html::escape($this->token->refusal($request)) . '</p>');
            $answer->headers->set('WWW-Authenticate', 'Basic realm="status", charset="UTF-8"');

            return $answer;
        }
        // Mail servers and name servers may take their time.
        \function_exists('set_time_limit') && set_time_limit(120);
        $findings = array_fill_keys(array_keys(self::HEADINGS), []);
        foreach (($this->doctor)()->findings() as $finding) {
            $findings[$finding->level][] = '<li>' . self::text($finding->what) . ($finding->fix === '' ? '' : '<br>→ ' . self::text($finding->fix)) . '</li>';
        }
        $problems = \count($findings[Finding::PROBLEM]);
        $lists = [];
        foreach (self::HEADINGS as $level => $heading) {
            $lists[] = $findings[$level] === [] ? '' : "<h2>{$heading}</h2><ul>" . implode('', $findings[$level]) . '</ul>';
        }
        [$wrong, $doubtful, $well] = $lists;

        return self::answer(200, $problems === 0 ? 'No problem was found' : "Problems: {$problems}", $wrong . $doubtful . $this->queue() . $well);
    }

    private function queue(): string
    {
        try {
            $status = ($this->queue)();
            $refusal = ($this->refusal)() ?? 'None is known.';
        } catch (InvalidConfiguration) {
            return '<h2>Enquiries</h2><p>No enquiry is taken until the configuration is mended: visitors are told to try later, or to phone.</p>';
        } catch (\Throwable $fault) {
            return '<h2>Enquiries</h2><p>The queue cannot be looked at: ' . self::text($fault->getMessage()) . '</p>';
        }
        $rows = [
            'Waiting' => (string) $status->waiting,
            'Due now' => (string) $status->due,
            'Oldest waiting' => $status->oldestSeconds === null ? '–' : self::time($status->oldestSeconds),
            'Failed' => (string) $status->failed,
            'Sent today' => (string) $status->sentToday,
            'A worker last ran' => $status->workerSeenSecondsAgo === null ? 'never' : self::time($status->workerSeenSecondsAgo) . ' ago',
        ];
        $table = implode('', array_map(static fn(string $name, string $value): string => "<tr><td>{$name}</td><td>{$value}</td></tr>", array_keys($rows), $rows));

        return "<h2>The queue</h2><table>{$table}</table><h2>The last enquiry that was refused by a fault of ours</h2><p>" . self::text($refusal) . '</p>';
    }

    private static function time(int $seconds): string
    {
        [$number, $unit] = match (true) {
            $seconds < 60 => [$seconds, 'second'],
            $seconds < 3600 => [intdiv($seconds, 60), 'minute'],
            $seconds < 172_800 => [intdiv($seconds, 3600), 'hour'],
            default => [intdiv($seconds, 86_400), 'day'],
        };

        return Finding::number($number, $unit);
    }

    /** Nothing is wider than a phone: no style can see to that, because the policy of the site allows its own alone. */
    private static function text(string $text): string
    {
        $longest = self::LONGEST_WORD;
        $parts = preg_split("/(\\S{{$longest},})/u", mb_scrub($text, 'UTF-8'), flags: \PREG_SPLIT_DELIM_CAPTURE);

        return implode('', array_map(
            static fn(string $part): string => implode('<wbr>', array_map(Html::escape(...), mb_strlen($part, 'UTF-8') < $longest || str_contains($part, ' ') ? [$part] : self::pieces($part))),
            $parts === false ? [] : $parts,
        ));
    }

    /** @return list<string> */
    private static function pieces(string $word): array
    {
        return preg_match_all('~[^/\\\\._=?&,:@-]{1,20}[/\\\\._=?&,:@-]*|[/\\\\._=?&,:@-]+~u', $word, $found) > 0 ? $found[0] : [$word];
    }

    private static function answer(int $status, string $title, string $content): Response
    {
        return new Response("<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><meta name=\"color-scheme\" content=\"light dark\"><title>{$title}</title><h1>{$title}</h1>{$content}\n", $status, [
            'Content-Type' => 'text/html; charset=utf-8',
            'Cache-Control' => 'no-store',
            'X-Content-Type-Options' => 'nosniff',
            'X-Robots-Tag' => 'noindex',
            'Content-Security-Policy' => "default-src 'none'; frame-ancestors 'none'",
        ]);
    }
}
