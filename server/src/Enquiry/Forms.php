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
        $names = [];
        foreach ($this->folders as $folder) {
            foreach ((array) @scandir($folder) as $name) {
                if (\is_string($name) && $this->fileOf($name) !== null) {
                    $names[$name] = $name;
                }
            }
        }

        return array_values($names);
    }

    /** @throws InvalidForm */
    public function get(string $name): Form
    {
        return $this->read[$name] ??= Form::fromFile(
            $this->fileOf($name)
                ?? throw new InvalidForm(
                    "This release has no form \"{$name}\". Its enquiries wait: upload the release that has it.",
                ),
        );
    }

    /** @throws InvalidForm if a form is invalid */
    public function check(): void
    {
        array_map($this->get(...), $this->names());
    }

    private function fileOf(string $name): ?string
    {
        foreach ($this->folders as $folder) {
            if (preg_match('/^[a-z]{1,50}$/D', $name) === 1 && is_dir("{$folder}/{$name}")) {
                return "{$folder}/{$name}/form.json";
            }
        }

        return null;
    }
}
