<?php

declare(strict_types=1);

namespace Enquiry\Enquiry;

use Enquiry\Shared\LocalTime;
use Enquiry\Shared\Text;

/** A stored enquiry as its visitor reads about it: the reference and the promised time. */
final readonly class Receipt
{
    /** @param ?int $promisedBy when the firm answers at the latest, see Promise */
    public function __construct(public string $reference, public ?int $promisedBy = null) {}

    /**
     * @param string $kept a cookie in the form of toCookie()
     * @throws \InvalidArgumentException without a reference
     */
    public static function fromCookie(string $kept): self
    {
        [$reference, $promisedBy] = explode('.', $kept, 2) + ['', ''];
        $isTime = preg_match('/^\d{1,11}$/D', $promisedBy) === 1;

        return new self((string) Reference::parse($reference), $isTime ? (int) $promisedBy : null);
    }

    public function toCookie(): string
    {
        return rtrim("{$this->reference}.{$this->promisedBy}", '.');
    }

    /** @return array<string, string> */
    public function headers(): array
    {
        return Text::filled([
            'Enquiry-Reference' => $this->reference,
            'Enquiry-Promised-By' => $this->promisedBy(\DATE_RFC3339),
        ]);
    }

    /** @return string for example, "Friday 27 November, 09:24"; empty without a promise */
    public function promisedBy(string $format = 'l j F, H:i'): string
    {
        return $this->promisedBy === null ? '' : LocalTime::at($this->promisedBy)->format($format);
    }
}
