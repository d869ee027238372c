<?php

declare(strict_types=1);

namespace Enquiry\Enquiry;

/** One form: its fields, and which of them say who asks and how to answer. Read from its form.json. */
final readonly class Form
{
    /** The hidden field of every form. */
    public const HONEYPOT = 'website';

    /** Stored in the same JSON object as the fields. */
    public const REPLACES = 'replaces';
    public const REPEATS = 'repeats';

    /** The names above, and properties of JavaScript's objects and forms. */
    private const RESERVED = [
        self::HONEYPOT, self::REPLACES, self::REPEATS,
        'constructor', 'hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable', 'toLocaleString', 'toString',
        'valueOf', 'action', 'elements', 'length', 'method', 'reset', 'submit',
    ];

    /** The controls that each role may have. */
    private const ROLES = [
        'name' => ['text'],
        'email' => ['email'],
        'number' => ['tel'],
        'subject' => ['text', 'select'],
        'message' => ['textarea'],
    ];

    private const TEXT = __DIR__ . '/../../forms/text.json';

    /**
     * @param string                      $title    the subject of its mails, if no field is the subject
     * @param array<string, Field>        $fields   by name, in the order of the form
     * @param array<string, list<string>> $roles    the names of fields by role
     * @param string                      $leading  a pattern for leading white space
     * @param string                      $trailing a pattern for trailing white space
     */
    private function __construct(
        public string $name,
        public string $title,
        public array $fields,
        private array $roles,
        private string $leading,
        private string $trailing,
    ) {}

    /**
     * @param string $name of the form
     * @throws InvalidForm
     */
    public static function fromFile(string $name, string $file): self
    {
        try {
            $form = self::read($file);
            $fields = self::fieldsOf($form['fields'] ?? null);
            $title = $form['title'] ?? null;
            if (!\is_string($title) || !Field::isLine($title)) {
                throw new InvalidForm('it needs a title: one line of text, such as "Contact form"');
            }
            $roles = self::rolesOf($form['roles'] ?? null, $fields);
            $whiteSpace = self::read(self::TEXT)['whiteSpace'] ?? '';
            $whiteSpace = \is_string($whiteSpace) ? $whiteSpace : '';

            return new self(
                $name,
                $title,
                $fields,
                $roles,
                Field::expression("^[{$whiteSpace}]+"),
                // Without the lookbehind, a long run of blanks costs seconds of backtracking.
                Field::expression("(?<![{$whiteSpace}])[{$whiteSpace}]+\$"),
            );
        } catch (InvalidForm $error) {
            throw $error->inFile($file);
        }
    }

    /** @return array<mixed> */
    private static function read(string $file): array
    {
        $json = is_file($file) ? @file_get_contents($file) : false;
        if ($json === false) {
            throw new InvalidForm('the file is missing or cannot be read');
        }
        try {
            return (array) json_decode($json, true, 8, \JSON_THROW_ON_ERROR);
        } catch (\JsonException $exception) {
            throw new InvalidForm("it is not JSON: {$exception->getMessage()}");
        }
    }

    /** @return array<string, Field> */
    private static function fieldsOf(mixed $entries): array
    {
        if (!\is_array($entries) || $entries === []) {
            throw new InvalidForm('fields must be an object with an entry for each field');
        }
        $fields = [];
        foreach ($entries as $name => $entry) {
            $name = (string) $name;
            try {
                self::requireName($name);
                $fields[$name] = Field::from($entry);
            } catch (InvalidForm $error) {
                throw $error->inField($name);
            }
        }

        return $fields;
    }

    private static function requireName(string $name): void
    {
        if (preg_match('/^[a-z][A-Za-z0-9]{0,49}$/D', $name) !== 1) {
            throw new InvalidForm(
                'its name must have up to 50 ASCII letters and digits and begin with a lower-case letter, such as '
                    . 'companyName',
            );
        }
        if (\in_array($name, self::RESERVED, true)) {
            throw new InvalidForm('its name is reserved. Give it another name');
        }
    }

    /**
     * @param array<string, Field> $fields
     * @return array<string, list<string>>
     */
    private static function rolesOf(mixed $entries, array $fields): array
    {
        $roles = [];
        foreach (\is_array($entries) ? $entries : [] as $role => $names) {
            $controls = self::ROLES[$role]
                ?? throw new InvalidForm(
                    "it has an unknown role {$role}. The roles are " . implode(', ', array_keys(self::ROLES)),
                );
            foreach ($role === 'name' ? (array) $names : [$names] as $name) {
                $field = \is_string($name) ? $fields[$name] ?? null : null;
                if (!\is_string($name) || $field === null) {
                    throw new InvalidForm("the role {$role} must name a field of this form");
                }
                if (!\in_array($field->control, $controls, true)) {
                    throw (new InvalidForm(
                        "it has the role {$role}, so its control must be " . implode(' or ', $controls),
                    ))->inField($name);
                }
                if (!isset($field->messages['required'])) {
                    throw (new InvalidForm(
                        'it cannot be optional, because the mail needs it. Add required, with a message, or take it '
                            . 'out of roles',
                    ))->inField($name);
                }
                $roles[$role][] = $name;
            }
        }
        if (!isset($roles['email']) && !isset($roles['number'])) {
            throw new InvalidForm('roles must name a field for email or number, so that somebody can answer');
        }

        return $roles;
    }

    /** @return list<string> the names of the fields with a role; empty if the form has none */
    public function fieldsFor(string $role): array
    {
        return $this->roles[$role] ?? [];
    }

    public function roleOf(string $field): ?string
    {
        foreach ($this->roles as $role => $names) {
            if (\in_array($field, $names, true)) {
                return $role;
            }
        }

        return null;
    }

    /** Trims, and replaces line breaks with \n. Cases: tests/contract/cases.json. */
    public function normalise(string $typed): string
    {
        $lines = strtr($typed, ["\r\n" => "\n", "\r" => "\n"]);

        return Field::remove($this->trailing, Field::remove($this->leading, $lines));
    }
}
