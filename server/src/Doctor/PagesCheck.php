<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Http\Pages;

/** What visitors without JavaScript are answered with is made by the site's build. */
final readonly class PagesCheck implements Check
{
    public function __construct(private string $folder) {}

    public function findings(): iterable
    {
        foreach ([Pages::CONTACT, Pages::SENT] as $page) {
            $file = "{$this->folder}/{$page}";
            yield is_file($file) && is_readable($file)
                ? Finding::ok("{$page} is there for visitors without JavaScript.")
                : Finding::warning("{$file} is missing or cannot be read, so visitors without JavaScript get plain text.", 'Build the site and upload server/pages, or set PAGES_DIR.');
        }
    }
}
