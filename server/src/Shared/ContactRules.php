<?php

declare(strict_types=1);

namespace Enquiry\Shared;

/** The fields and rules of form.json. */
final readonly class ContactRules
{
    /** Fields that the code uses by name: every message has them. */
    public const FIXED = ['name', 'surname', 'email', 'contactNumber', 'subject', 'message'];

    /** The hidden field of the form. */
    public const HONEYPOT = 'website';

    /** Stored in the same JSON object as the fields. */
    public const REPLACES = 'replaces';
    public const REPEATS = 'repeats';

    /** The names above, and properties of JavaScript's objects and forms. */
    private const RESERVED = [
        self::HONEYPOT, self::REPLACES, self::REPEATS,
        'constructor', 'hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable', 'toLocaleString', 'toString', 'valueOf',
        'action', 'elements', 'length', 'method', 'reset', 'submit',
    ];

    private const TEXT = __DIR__ . '/../../forms/text.json';

    /**
     * @param array<string, Field> $fields   by name, in the order of the form
     * @param string               $leading  a pattern for leading white space
     * @param string               $trailing a pattern for trailing white space
     */
    private function __construct(public array $fields, private string $leading, private string $trailing) {}

    /** @throws InvalidRules */
    public static function fromFile(string $file): self
    {
        $entries = self::read($file)['fields'] ?? null;
        $whiteSpace = self::read(self::TEXT)['whiteSpace'] ?? null;
        if (!\is_string($whiteSpace) || $whiteSpace === '') {
            throw InvalidRules::misshapen('whiteSpace must be the inside of a character class');
        }
        if (!\is_array($entries)) {
            throw InvalidRules::misshapen('fields must be an object with an entry for each field');
        }
        $fields = [];
        foreach ($entries as $name => $entry) {
            $name = self::name((string) $name);
            $fields[$name] = Field::from($name, $entry, \in_array($name, self::FIXED, true));
        }
        foreach (array_diff(self::FIXED, array_keys($fields)) as $missing) {
            throw InvalidRules::inField($missing, 'it is missing, but every enquiry needs it. Add it again');
        }

        return new self(
            $fields,
            Field::expression("^[{$whiteSpace}]+"),
            // Without the lookbehind, a long run of blanks costs seconds of backtracking.
            Field::expression("(?<![{$whiteSpace}])[{$whiteSpace}]+\$"),
        );
    }

    /** @return array<mixed> */
    private static function read(string $file): array
    {
        $json = is_file($file) ? @file_get_contents($file) : false;
        if ($json === false) {
            throw InvalidRules::unreadable($file);
        }
        try {
            return (array) json_decode($json, true, 8, \JSON_THROW_ON_ERROR);
        } catch (\JsonException $exception) {
            throw InvalidRules::notJson($file, $exception);
        }
    }

    private static function name(string $name): string
    {
        if (preg_match('/^[a-z][A-Za-z0-9]{0,49}$/D', $name) !== 1) {
            throw InvalidRules::inField($name, 'its name must have up to 50 ASCII letters and digits and begin with a lower-case letter, such as companyName');
        }
        if (\in_array($name, self::RESERVED, true)) {
            throw InvalidRules::inField($name, 'its name is reserved. Give it another name');
        }

        return $name;
    }

    /** Trims, and replaces line breaks with \n. Cases: tests/contract/cases.json. */
    public function normalise(string $typed): string
    {
        $lines = strtr($typed, ["\r\n" => "\n", "\r" => "\n"]);

        return Field::remove($this->trailing, Field::remove($this->leading, $lines));
    }
}
