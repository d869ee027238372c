<?php

declare(strict_types=1);

namespace Enquiry\Http;

/** What a visitor reads where a message was not sent. Only what the script's form says otherwise is apart. */
final readonly class FailureTexts
{
    public function __construct(private string $file) {}

    public function about(HttpError $refusal): string
    {
        $sentence = match ($refusal->errorCode) {
            ErrorCode::InvalidFields => $this->find('invalid'),
            ErrorCode::TooManyRequests => $this->find('tooMany'),
            ErrorCode::ServerError, ErrorCode::Unavailable => $this->find('server'),
            ErrorCode::Undecided => $this->find('withoutScript', 'undecided'),
            ErrorCode::CrossSite, ErrorCode::InvalidToken, ErrorCode::KeyReused => $this->find('withoutScript', 'refused'),
            ErrorCode::PayloadTooLarge => $this->find('withoutScript', 'tooLarge'),
            ErrorCode::MalformedJson, ErrorCode::MalformedMessage, ErrorCode::MethodNotAllowed, ErrorCode::UnsupportedMediaType => $this->find('withoutScript', 'malformed'),
        };

        return strtr($sentence ?? $refusal->errorCode->message(), ['{wait}' => $this->wait($refusal->headers['Retry-After'] ?? '')]);
    }

    /** Null where the file is damaged: a failure must not fail to be told. */
    private function find(string ...$path): ?string
    {
        $found = json_decode((string) @file_get_contents($this->file), true);
        foreach ($path as $key) {
            $found = \is_array($found) ? $found[$key] ?? null : null;
        }

        return \is_string($found) ? $found : null;
    }

    private function wait(string $seconds): string
    {
        $minutes = (int) ceil((int) $seconds / 60);
        $words = match (true) {
            $minutes < 1 => $this->find('wait', 'unknown'),
            $minutes === 1 => $this->find('wait', 'one'),
            default => $this->find('wait', 'more'),
        };

        return strtr((string) $words, ['{minutes}' => (string) $minutes]);
    }
}
