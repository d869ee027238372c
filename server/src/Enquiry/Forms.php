<?php

declare(strict_types=1);

namespace Enquiry\Enquiry;

/** The forms of the site, by name. Each is a folder with form.json and failures.json. */
final class Forms
{
    /** @var array<string, Form> those that were read */
    private array $read = [];

    /** @param list<string> $folders of forms; the first one that has a form counts */
    public function __construct(private readonly array $folders) {}

    /** @return list<string> */
    public function names(): array
    {
        $entries = array_merge(
            ...array_map(static fn(string $folder): array => (array) @scandir($folder), $this->folders),
        );

        return array_values(array_unique(array_filter(
            array_filter($entries, \is_string(...)),
            fn(string $name): bool => $this->folderOf($name) !== null,
        )));
    }

    /** @throws InvalidForm */
    public function get(string $name): Form
    {
        return $this->read[$name] ??= Form::fromFile($name, $this->folder($name) . '/form.json');
    }

    /** @throws InvalidForm if a form is invalid */
    public function check(): void
    {
        array_map($this->get(...), $this->names());
    }

    /** @throws InvalidForm */
    public function folder(string $name): string
    {
        return $this->folderOf($name)
            ?? throw new InvalidForm(
                "This release has no form \"{$name}\". Its enquiries wait: upload the release that has it.",
            );
    }

    private function folderOf(string $name): ?string
    {
        foreach ($this->folders as $folder) {
            if (preg_match('/^[a-z]{1,50}$/D', $name) === 1 && is_dir("{$folder}/{$name}")) {
                return "{$folder}/{$name}";
            }
        }

        return null;
    }
}
