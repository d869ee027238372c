<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Http\OperatorToken;
use Enquiry\Http\ScriptResponder;
use Enquiry\Queue\QueueStatus;
use Enquiry\Shared\SystemClock;
use Enquiry\Shared\Text;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** Shows doctor's findings to an operator without a shell. It shows nothing about visitors. */
final readonly class StatusPage
{
    private const HEADINGS = [
        Finding::PROBLEM => 'Problems',
        Finding::WARNING => 'Warnings',
        Finding::OK => 'Passed',
    ];

    /**
     * @param \Closure(): Doctor       $doctor
     * @param \Closure(): ?QueueStatus $queue  null if the configuration is invalid or the store cannot be read
     */
    public function __construct(
        private OperatorToken $token,
        private \Closure $doctor,
        private \Closure $queue,
        private string $release,
    ) {}

    public function handle(Request $request): Response
    {
        if (!$this->token->isSet()) {
            return self::answer(
                404,
                'Not found',
                '<p>Set a HEALTH_TOKEN of at least 32 characters in .env to see the state of the website here.</p>',
            );
        }
        if (!\in_array($request->getRealMethod(), ['GET', 'HEAD'], true)) {
            return self::answer(405, 'Use GET', '', ['Allow' => 'GET, HEAD']);
        }
        if (!$this->token->isSentBy($request)) {
            $help = Text::html($this->token->refusal($request));

            return self::answer(
                401,
                'Password required',
                "<p>The password is the <code>HEALTH_TOKEN</code> of <code>.env</code>. Any user name works. User "
                    . "names are logged, so do not type the token there. {$help}</p>",
                ['WWW-Authenticate' => 'Basic realm="status", charset="UTF-8"'],
            );
        }
        // Mail servers and name servers may be slow.
        \function_exists('set_time_limit') && set_time_limit(120);
        $doctor = ($this->doctor)();
        $findings = $doctor->sorted();
        if ($request->headers->get('Accept') === ScriptResponder::MEDIA_TYPE) {
            return ScriptResponder::answer(200, [
                'problems' => $findings[Finding::PROBLEM],
                'warnings' => $findings[Finding::WARNING],
                'release' => $this->release,
            ]);
        }
        $content = '';
        foreach (self::HEADINGS as $level => $heading) {
            $items = implode(
                '',
                array_map(
                    static fn(Finding $finding): string => '<li>'
                        . self::text($finding->what)
                        . ($finding->fix === '' ? '' : '<br>→ ' . self::text($finding->fix))
                        . '</li>',
                    $findings[$level],
                ),
            );
            $content .= $items === '' ? '' : "<h2>{$heading}</h2><ul>{$items}</ul>";
        }
        $problems = \count($findings[Finding::PROBLEM]);

        return self::answer(
            200,
            $problems === 0 ? 'No problems found' : "Problems: {$problems}",
            $content . $this->queue() . self::table('The settings as they were read', $doctor->settings),
        );
    }

    private function queue(): string
    {
        $status = ($this->queue)();

        return $status === null ? '' : self::table('The queue', [
            'Waiting' => (string) $status->waiting,
            'Due now' => (string) $status->due,
            ...($status->collected === 0 ? [] : ['Collected for a digest' => (string) $status->collected]),
            'Oldest waiting' => $status->oldestSeconds === null ? '–' : SystemClock::duration($status->oldestSeconds),
            'Failed' => (string) $status->failed,
            'Sent today' => (string) $status->sentToday,
            ...$status->events,
        ]);
    }

    /** @param array<string, string> $rows */
    private static function table(string $heading, array $rows): string
    {
        $cells = array_map(
            static fn(string $name, string $value): string => "<tr><td>{$name}</td><td>"
                . self::text($value)
                . '</td></tr>',
            array_keys($rows),
            $rows,
        );

        return "<h2>{$heading}</h2><table>" . implode('', $cells) . '</table>';
    }

    /** Lets long paths break on a phone. The Content-Security-Policy allows no styles, so this adds <wbr>. */
    private static function text(string $text): string
    {
        return (string) preg_replace('~[/\\\\._=?,:@-]+~', '$0<wbr>', Text::html(mb_scrub($text, 'UTF-8')));
    }

    /** @param array<string, string> $headers */
    private static function answer(int $status, string $title, string $content, array $headers = []): Response
    {
        return new Response(
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" "
                . "content=\"width=device-width\"><meta name=\"color-scheme\" content=\"light "
                . "dark\"><title>{$title}</title><h1>{$title}</h1>{$content}\n",
            $status,
            $headers + [
                'Content-Type' => 'text/html; charset=utf-8',
                'Cache-Control' => 'no-store',
                'X-Content-Type-Options' => 'nosniff',
                'X-Robots-Tag' => 'noindex',
                'Content-Security-Policy' => "default-src 'none'; frame-ancestors 'none'",
            ],
        );
    }
}
