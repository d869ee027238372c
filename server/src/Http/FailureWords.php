<?php

declare(strict_types=1);

namespace Enquiry\Http;

/** The sentences that tell a visitor without JavaScript why a message was not sent. */
final readonly class FailureWords
{
    /** @param string $file failures.json of the form */
    public function __construct(private string $file) {}

    public function about(HttpError $refusal): string
    {
        $sentence = $this->find($refusal->errorCode->sentence()) ?? $refusal->errorCode->message();

        return strtr($sentence, ['{wait}' => $this->wait((int) ($refusal->headers['Retry-After'] ?? 0))]);
    }

    /** @return ?string null if the file is damaged: the visitor must still get an answer */
    private function find(string $path): ?string
    {
        $found = json_decode((string) @file_get_contents($this->file), true);
        foreach (explode('.', $path) as $key) {
            $found = \is_array($found) ? $found[$key] ?? null : null;
        }

        return \is_string($found) ? $found : null;
    }

    private function wait(int $seconds): string
    {
        $minutes = (int) ceil($seconds / 60);
        $words = $this->find(match ($minutes) {
            0 => 'wait.unknown',
            1 => 'wait.one',
            default => 'wait.more',
        });

        return strtr((string) $words, ['{minutes}' => (string) $minutes]);
    }
}
