<?php

declare(strict_types=1);

namespace Enquiry\Mail;

use Enquiry\Shared\Text;

/** The firm's name, site and colours. */
final readonly class Letterhead
{
    /** Named as in src/identity/palette.css. Without firm.json a mail has no colours. */
    public const COLOURS = ['paper', 'sand', 'ink', 'muted', 'rust', 'on-rust', 'aloe', 'danger', 'rule'];

    /** The content ID of the mark. */
    public const MARK = 'mark';

    public string $firm;

    /** A PNG file; empty for none. */
    public string $mark;

    /** The site's host name. */
    private string $site;

    /** @param array<mixed> $identity firm.json, which the build writes */
    public function __construct(private array $identity = [], string $siteUrl = '')
    {
        $name = $identity['name'] ?? null;
        $this->firm = \is_string($name) ? $name : '';
        $mark = $identity['mark'] ?? '';
        $this->mark = \is_string($mark) ? (string) base64_decode($mark, true) : '';
        $this->site = (string) parse_url($siteUrl, \PHP_URL_HOST);
    }

    /** Where enquiries come from. */
    public function from(): string
    {
        return $this->site === '' ? 'the website' : $this->site;
    }

    /** For the sender's name. */
    public function firmOrSite(): string
    {
        return $this->firm === '' ? $this->from() : $this->firm;
    }

    /** @param array<string, string|array<mixed>> $values for the template, which gets them escaped */
    public function html(array $values): string
    {
        $values['firm'] = $this->firm;
        $values['mark'] = $this->mark === '' ? '' : self::MARK;
        array_walk_recursive($values, static function (mixed &$value): void {
            $value = \is_string($value) ? Text::html($value) : $value;
        });
        $values += ['light' => $this->colours('light'), 'dark' => $this->colours('dark')];

        extract($values);
        ob_start();
        try {
            require __DIR__ . '/../../templates/enquiry.html.php';
        } finally {
            $html = (string) ob_get_clean();
        }

        return $html;
    }

    /** @return array<string> by name */
    private function colours(string $scheme): array
    {
        $colours = array_filter((array) ($this->identity[$scheme] ?? []), \is_string(...));

        return $colours + array_fill_keys(self::COLOURS, '');
    }
}
