<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Domain\Html;
use Enquiry\Http\OperatorToken;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/**
 * What doctor and status say, for an operator without a shell, and without a word about any visitor. It is
 * not there where no token is set.
 */
final readonly class StatusPage
{
    /**
     * @param \Closure(): Doctor              $doctor
     * @param \Closure(): array<string, ?int> $numbers of the queue
     * @param \Closure(): ?string             $refusal why the last enquiry was refused that was by a fault of ours, and when
     */
    public function __construct(
        private OperatorToken $token,
        private \Closure $doctor,
        private \Closure $numbers,
        private \Closure $refusal,
    ) {}

    public function handle(Request $request): Response
    {
        if (!$this->token->isSet()) {
            return self::answer(404, 'Nothing here', '<p>With a HEALTH_TOKEN in .env, this page says how the endpoint is doing. ' . Html::escape(OperatorToken::UNSET) . '</p>');
        }
        if (!\in_array($request->getRealMethod(), ['GET', 'HEAD'], true)) {
            $answer = self::answer(405, 'Ask with GET', '');
            $answer->headers->set('Allow', 'GET, HEAD');

            return $answer;
        }
        if (!$this->token->isSentBy($request, byLink: true)) {
            $answer = self::answer(401, 'Who are you?', '<p>The password is the <code>HEALTH_TOKEN</code> of <code>.env</code>; the name may be anything, and is logged: never type the token there. ' . Html::escape($this->token->refusal($request)) . '</p>');
            $answer->headers->set('WWW-Authenticate', 'Basic realm="status", charset="UTF-8"');

            return $answer;
        }
        // Mail servers and name servers may take their time.
        set_time_limit(120);
        $counts = [Finding::OK => 0, Finding::WARNING => 0, Finding::PROBLEM => 0];
        $findings = '';
        foreach (($this->doctor)()->findings() as $finding) {
            ++$counts[$finding->level];
            $fix = $finding->fix === '' ? '' : '<br>→ ' . Html::escape($finding->fix);
            $findings .= "<li><b>{$finding->level}</b> " . Html::escape($finding->what) . "{$fix}</li>";
        }
        $problems = $counts[Finding::PROBLEM];
        $title = $problems === 0 ? 'No problem was found' : "Problems: {$problems}";

        return self::answer(200, $title, $this->queue() . "<h2>What was looked at</h2><ul>{$findings}</ul>");
    }

    private function queue(): string
    {
        try {
            $rows = '';
            foreach (($this->numbers)() as $name => $number) {
                $rows .= '<tr><td>' . Html::escape($name) . '</td><td>' . ($number ?? '–') . '</td></tr>';
            }
            $refusal = ($this->refusal)() ?? 'None is known.';
        } catch (\Throwable $fault) {
            return '<p>The queue cannot be looked at: ' . Html::escape($fault->getMessage()) . '</p>';
        }

        return "<h2>The queue</h2><table>{$rows}</table><h2>The last enquiry that was refused by a fault of ours</h2><p>" . Html::escape($refusal) . '</p>';
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
