<?php

declare(strict_types=1);

namespace Enquiry\Mutation;

/** accepted.json: mutants that no test has to notice, each with its reason; known by what they change, not by a line's number. */
final class Accepted
{
    /** @var array<string, true> */
    private array $met = [];

    /** @param array<string, string> $reasons by the mutant's key */
    private function __construct(private readonly array $reasons) {}

    public static function read(): self
    {
        $reasons = [];
        /** @var array<string, list<array{before: string, after: string|list<string>, reason: string}>> $entries by file */
        $entries = json_decode((string) file_get_contents(__DIR__ . '/accepted.json'), true, flags: \JSON_THROW_ON_ERROR);
        foreach ($entries as $file => $accepted) {
            foreach ($accepted as $entry) {
                foreach ((array) $entry['after'] as $after) {
                    $reasons[implode("\n", [$file, $entry['before'], $after])] = $entry['reason'];
                }
            }
        }

        return new self($reasons);
    }

    public function has(Mutant $mutant): bool
    {
        $this->met[$mutant->key()] = true;

        return isset($this->reasons[$mutant->key()]);
    }

    /**
     * @param list<string> $files all of whose mutants were asked about
     *
     * @return list<string> entries that fit no mutant any more
     */
    public function stale(array $files): array
    {
        $stale = array_filter(
            array_keys(array_diff_key($this->reasons, $this->met)),
            static fn(string $key): bool => \in_array(strstr($key, "\n", true), $files, true),
        );

        return array_map(static fn(string $key): string => str_replace("\n", ' | ', $key), array_values($stale));
    }
}
