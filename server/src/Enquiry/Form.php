<?php

declare(strict_types=1);

namespace Enquiry\Enquiry;

/** One form: its fields, and which of them say who asks and how to answer. Read from its form.json. */
final readonly class Form
{
    /** The hidden field of every form. */
    public const HONEYPOT = 'website';

    /** The honeypot, and properties of JavaScript's objects and forms. */
    private const RESERVED = [
        self::HONEYPOT,
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

    public string $name;

    /** White space at the beginning or the end. */
    private string $around;

    /**
     * @param string                $folder of the form, which has its name
     * @param string                $title  the subject of its mails, if no field is the subject
     * @param array<string, Field>  $fields by name, in the order of the form
     * @param array<string, string> $roles  by field
     */
    private function __construct(
        private string $folder,
        public string $title,
        public array $fields,
        private array $roles,
    ) {
        $this->name = basename($folder);
        $whiteSpace = self::read(self::TEXT)['whiteSpace'] ?? '';
        $blank = \is_string($whiteSpace) ? "[{$whiteSpace}]" : '';
        // Without the lookbehind, a long run of blanks costs seconds of backtracking.
        $this->around = Field::expression("^{$blank}+|(?<!{$blank}){$blank}+\$");
    }

    /**
     * @param string $file the form.json of its folder
     * @throws InvalidForm
     */
    public static function fromFile(string $file): self
    {
        try {
            $form = self::read($file);
            $fields = self::fieldsOf($form['fields'] ?? null);
            $otherwise = 'it needs a title: one line of text, such as "Contact form"';
            $title = Field::line($form['title'] ?? null, $otherwise);

            return new self(\dirname($file), $title, $fields, self::rolesOf($form['roles'] ?? null, $fields));
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
            if (preg_match('/^[a-z][A-Za-z0-9]{0,49}$/D', $name) !== 1) {
                throw new InvalidForm(
                    'its name must have up to 50 ASCII letters and digits and begin with a lower-case letter, such as '
                        . 'companyName',
                    $name,
                );
            }
            if (\in_array($name, self::RESERVED, true)) {
                throw new InvalidForm('its name is reserved. Give it another name', $name);
            }
            try {
                $fields[$name] = new Field($entry);
            } catch (InvalidForm $error) {
                throw new InvalidForm($error->getMessage(), $name);
            }
        }

        return $fields;
    }

    /**
     * @param array<string, Field> $fields
     * @return array<string, string> by field
     */
    private static function rolesOf(mixed $entries, array $fields): array
    {
        $roles = [];
        foreach ((array) $entries as $role => $names) {
            $controls = self::ROLES[$role]
                ?? throw new InvalidForm(
                    "it has an unknown role {$role}. The roles are " . implode(', ', array_keys(self::ROLES)),
                );
            foreach ($role === 'name' ? (array) $names : [$names] as $name) {
                $field = \is_string($name) ? $fields[$name] ?? null : null;
                if (!\is_string($name) || $field === null || isset($roles[$name])) {
                    throw new InvalidForm("the role {$role} must name a field of this form that has no other role");
                }
                if (!\in_array($field->control, $controls, true)) {
                    $allowed = implode(' or ', $controls);
                    throw new InvalidForm("it has the role {$role}, so its control must be {$allowed}", $name);
                }
                // A mail without a message shows the other fields.
                if ($role !== 'message' && !isset($field->messages['required'])) {
                    throw new InvalidForm(
                        'it cannot be optional, because the mail needs it. Add required, with a message, or take it '
                            . 'out of roles',
                        $name,
                    );
                }
                $roles[$name] = $role;
            }
        }
        if (array_intersect(['email', 'number'], $roles) === []) {
            throw new InvalidForm('roles must name a field for email or number, so that somebody can answer');
        }

        return $roles;
    }

    /** @return list<string> the names of the fields with a role; empty if the form has none */
    public function fieldsFor(string $role): array
    {
        return array_keys($this->roles, $role, true);
    }

    public function roleOf(string $field): ?string
    {
        return $this->roles[$field] ?? null;
    }

    /** Trims, and replaces line breaks with \n. Cases: tests/contract/cases.json. */
    public function normalise(string $typed): string
    {
        return Field::remove($this->around, strtr($typed, ["\r\n" => "\n", "\r" => "\n"]));
    }

    /**
     * Why a message was not sent, for visitors without JavaScript.
     * @param string $path in failures.json, such as wait.one
     * @return ?string null if the file is damaged: the visitor must still get an answer
     */
    public function failure(string $path): ?string
    {
        $found = json_decode((string) @file_get_contents("{$this->folder}/failures.json"), true);
        foreach (explode('.', $path) as $key) {
            $found = \is_array($found) ? $found[$key] ?? null : null;
        }

        return \is_string($found) ? $found : null;
    }
}
