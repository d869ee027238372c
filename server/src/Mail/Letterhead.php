<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use Enquiry\Shared\Text;

/** The firm's name, site and colours, which the build writes to firm.json. */
final readonly class Letterhead
{
    /** The sample firm's colours, by their names in src/identity/palette.css. */
    private const LIGHT = [
        'paper' => '#FAF6EE',
        'sand' => '#F0E8DA',
        'ink' => '#221B2E',
        'muted' => '#4F4759',
        'rust' => '#843312',
        'on-rust' => '#FFFFFF',
        'aloe' => '#265343',
        'danger' => '#8F1A26',
        'rule' => '#D9CDB9',
    ];
    private const DARK = [
        'paper' => '#17131F',
        'sand' => '#211B2B',
        'ink' => '#F3ECE0',
        'muted' => '#B5AABF',
        'rust' => '#F0936B',
        'on-rust' => '#17131F',
        'aloe' => '#86C2A8',
        'danger' => '#FF9A96',
        'rule' => '#3A3147',
    ];

    /**
     * @param string                $site  the site's host name
     * @param string                $replyCopy who gets a copy of each answer; empty for nobody
     * @param string                $domain    of Message-IDs
     * @param array<string> $light colours by name
     * @param array<string> $dark  colours by name
     */
    public function __construct(
        public string $firm = '',
        public string $site = '',
        public string $replyCopy = '',
        public array $light = self::LIGHT,
        public array $dark = self::DARK,
        public bool $answersOnWhatsApp = true,
        public string $domain = '',
    ) {}

    public static function fromFile(string $file, string $siteUrl, string $replyCopy, string $domain): self
    {
        $firm = json_decode((string) @file_get_contents($file), true);
        $firm = \is_array($firm) ? $firm : [];
        $name = $firm['name'] ?? null;

        return new self(
            \is_string($name) ? $name : '',
            (string) parse_url($siteUrl, \PHP_URL_HOST),
            $replyCopy,
            self::colours($firm['light'] ?? []) + self::LIGHT,
            self::colours($firm['dark'] ?? []) + self::DARK,
            ($firm['answersOnWhatsApp'] ?? true) !== false,
            $domain,
        );
    }

    /** Where enquiries come from. */
    public function from(): string
    {
        return $this->site === '' ? 'the website' : $this->site;
    }

    /** For the sender's name and the greeting on WhatsApp. */
    public function firmOrSite(): string
    {
        return $this->firm === '' ? $this->from() : $this->firm;
    }

    /** @param string $mailId the part before the @; empty for none */
    public function messageId(string $mailId): string
    {
        return $mailId === '' || $this->domain === '' ? '' : "<{$mailId}@{$this->domain}>";
    }

    /** In a mail whose reply goes to the visitor, who then reads this too. */
    public function howToAnswer(): string
    {
        return 'For sales: reply to this email to answer.'
            . ($this->replyCopy === '' ? '' : " {$this->replyCopy} gets a copy.");
    }

    /** @param string|array<mixed> ...$values for the template, which gets them escaped */
    public function html(string $template, string|array ...$values): string
    {
        $values[] = $this->firm;
        array_walk_recursive($values, static function (mixed &$value): void {
            $value = \is_string($value) ? Text::html($value) : $value;
        });
        $write = require __DIR__ . "/../../templates/{$template}.html.php";
        \assert($write instanceof \Closure);
        ob_start();
        try {
            $write(...[...$values, $this->light, $this->dark]);
        } finally {
            $html = (string) ob_get_clean();
        }

        return $html;
    }

    /** @return array<string> by name */
    private static function colours(mixed $own): array
    {
        return array_filter(
            array_filter(\is_array($own) ? $own : [], \is_string(...)),
            static fn(string $colour): bool => preg_match('/^#[0-9a-f]{6}$/iD', $colour) === 1,
        );
    }
}
