<?php

declare(strict_types=1);

namespace Enquiry\Mail;

/** Whose mail it is, in whose colours: what the build of the site leaves for the endpoint, in firm.json. */
final readonly class Letterhead
{
    /** The sample firm's, for an endpoint without a site. */
    private const LIGHT = ['paper' => '#FAF6EE', 'sand' => '#F0E8DA', 'ink' => '#221B2E', 'muted' => '#4F4759', 'rust' => '#843312', 'on-rust' => '#FFFFFF', 'aloe' => '#265343', 'danger' => '#8F1A26', 'rule' => '#D9CDB9'];
    private const DARK = ['paper' => '#17131F', 'sand' => '#211B2B', 'ink' => '#F3ECE0', 'muted' => '#B5AABF', 'rust' => '#F0936B', 'on-rust' => '#17131F', 'aloe' => '#86C2A8', 'danger' => '#FF9A96', 'rule' => '#3A3147'];

    /**
     * @param string                $firm  its name, and
     * @param string                $site  the host of its site; empty where they are not known
     * @param array<string, string> $light colours by the token of src/identity/palette.css
     * @param array<string, string> $dark  the same for the dark scheme
     */
    public function __construct(
        public string $firm = '',
        public string $site = '',
        public array $light = self::LIGHT,
        public array $dark = self::DARK,
    ) {}

    /** @param ?string $url of the site */
    public static function fromFile(string $file, ?string $url): self
    {
        $left = json_decode((string) @file_get_contents($file), true);
        $left = \is_array($left) ? $left : [];
        $name = $left['name'] ?? null;

        return new self(
            \is_string($name) ? $name : '',
            (string) parse_url($url ?? '', \PHP_URL_HOST),
            self::colours($left['light'] ?? null, self::LIGHT),
            self::colours($left['dark'] ?? null, self::DARK),
        );
    }

    /**
     * @param array<string, string> $known
     *
     * @return array<string, string> of each token that is known, its own where that is a colour
     */
    private static function colours(mixed $left, array $known): array
    {
        $colours = $known;
        foreach (\is_array($left) ? $left : [] as $token => $colour) {
            if (\is_string($token) && isset($known[$token]) && \is_string($colour) && preg_match('/^#[0-9a-f]{6}$/iD', $colour) === 1) {
                $colours[$token] = $colour;
            }
        }

        return $colours;
    }
}
