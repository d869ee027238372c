<?php

declare(strict_types=1);

namespace Enquiry\Enquiry;

/** The forms of the site, by name. Each is a folder with a form.json. */
final class Forms
{
    /** @var array<string, string> the form.json of each form; empty until it is asked for */
    private array $files = [];

    /** @var array<string, Form> those that were read */
    private array $read = [];

    /** @param list<string> $folders of forms; the first one that has a form counts */
    public function __construct(private readonly array $folders) {}

    /**
     * Not in the constructor: without scandir(), doctor must still be able to name it.
     * @return array<string, string>
     */
    private function files(): array
    {
        foreach ($this->files === [] ? $this->folders : [] as $folder) {
            $names = @scandir($folder);
            foreach ($names === false ? [] : $names as $name) {
                if (is_dir("{$folder}/{$name}") && !str_contains($name, '.')) {
                    $this->files[$name] ??= "{$folder}/{$name}/form.json";
                }
            }
        }

        return $this->files;
    }

    /** @return list<string> */
    public function names(): array
    {
        return array_keys($this->files());
    }

    /** @throws InvalidForm */
    public function get(string $name): Form
    {
        return $this->read[$name] ??= Form::fromFile(
            $this->files()[$name]
                ?? throw new InvalidForm(
                    "This release has no form \"{$name}\". Its enquiries wait: upload the release that has it.",
                ),
        );
    }
}
