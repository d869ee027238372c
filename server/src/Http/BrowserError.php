<?php

declare(strict_types=1);

namespace Enquiry\Http;

/**
 * An error in a visitor's browser, as the site's script reports it. Its shape is so narrow that nothing
 * a visitor typed fits in: the log has it, and the log has nothing personal.
 */
final readonly class BrowserError
{
    private const KINDS = ['hydration', 'render', 'uncaught', 'rejection', 'sending'];
    private const HIGHEST_CODE = 9999;
    private const MOST_FRAMES = 8;

    /**
     * @param ?int         $code   the number of an error of React's, or a status
     * @param list<string> $frames places in our scripts, as file:line:column
     */
    private function __construct(
        public string $kind,
        public string $name,
        public ?int $code,
        public string $page,
        public array $frames,
    ) {}

    /** @return ?self null where it has any other shape */
    public static function from(\stdClass $sent): ?self
    {
        $values = (array) $sent;
        $known = ['kind' => true, 'name' => true, 'code' => true, 'page' => true, 'frames' => true];
        $kind = $values['kind'] ?? null;
        $name = $values['name'] ?? null;
        $code = $values['code'] ?? null;
        $page = $values['page'] ?? null;
        $frames = self::frames($values['frames'] ?? null);
        $isSound = array_diff_key($values, $known) === []
            && \is_string($kind) && \in_array($kind, self::KINDS, true)
            && \is_string($name) && preg_match('/^[A-Za-z]{1,40}$/D', $name) === 1
            && (\is_int($code) ? $code >= 0 && $code <= self::HIGHEST_CODE : !\array_key_exists('code', $values))
            && \is_string($page) && preg_match('/^[A-Za-z]{1,20}$/D', $page) === 1
            && $frames !== null;

        return $isSound ? new self($kind, $name, \is_int($code) ? $code : null, $page, $frames) : null;
    }

    /** @return array<string, int|string|list<string>> what was said, and no more */
    public function toArray(): array
    {
        $code = $this->code === null ? [] : ['code' => $this->code];

        return ['kind' => $this->kind, 'name' => $this->name] + $code + ['page' => $this->page, 'frames' => $this->frames];
    }

    /** @return ?list<string> */
    private static function frames(mixed $sent): ?array
    {
        if (!\is_array($sent) || \count($sent) > self::MOST_FRAMES) {
            return null;
        }
        $frames = [];
        foreach ($sent as $frame) {
            if (!\is_string($frame) || preg_match('/^[\w.-]{1,80}:\d{1,7}:\d{1,7}$/D', $frame) !== 1) {
                return null;
            }
            $frames[] = $frame;
        }

        return $frames;
    }
}
