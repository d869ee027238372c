<?php

declare(strict_types=1);

namespace Enquiry\Enquiry;

/**
 * One form: its fields, and which of them say who asks and how to answer. Read from its form.json.
 *
 * @phpstan-import-type Entry from Field
 */
final readonly class Form
{
    /** The hidden field of every form. */
    public const HONEYPOT = 'website';

    /** The optional box that lets the firm answer on WhatsApp. src/pages/privacy/words.ts knows it too. */
    public const WHATSAPP = 'whatsApp';

    /** The sentences of all forms for messages that were not sent. */
    private const FAILURES = __DIR__ . '/../../forms/failures.json';

    /**
     * @param string                $title  the subject of its mails, if no field is the subject
     * @param array<string, Field>  $fields by name, in the order of the form
     * @param array<string, string> $roles  by field
     */
    private function __construct(
        public string $name,
        public string $title,
        public array $fields,
        private array $roles,
    ) {}

    /**
     * @param string $file the form.json of its folder, which the build has checked
     * @throws InvalidForm if it is missing or damaged
     */
    public static function fromFile(string $file): self
    {
        /** @var array{title: string, roles: array<string, string|list<string>>, fields: array<string, Entry>} $form */
        $form = self::read($file);
        $roles = [];
        foreach ($form['roles'] as $role => $names) {
            $roles += array_fill_keys((array) $names, $role);
        }

        return new self(
            basename(\dirname($file)),
            $form['title'],
            array_map(static fn(array $entry): Field => new Field($entry), $form['fields']),
            $roles,
        );
    }

    /**
     * @return array<mixed>
     * @throws InvalidForm
     */
    public static function read(string $file): array
    {
        $read = json_decode((string) @file_get_contents($file), true);

        return \is_array($read) ? $read : throw new InvalidForm("{$file} is missing or damaged.");
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

    /**
     * Without a rule for their shape, two numbers would be read as one.
     * @return string as the field's script rewrites it: names and numbers only to valid ones
     */
    public function rewritten(string $name, string $typed): string
    {
        if (!mb_check_encoding($typed, 'UTF-8')) {
            return $typed;
        }
        $field = $this->fields[$name];
        $read = Reading::of($this->roleOf($name) === 'name' ? 'name' : $field->control, $typed);
        if ($field->control === 'email') {
            return $read;
        }
        $isRead = $field->control === 'tel'
            ? $field->hasShape
            : $read !== Reading::trimmed($typed);

        return $isRead && $field->ruleBrokenBy($read) === null ? $read : $typed;
    }

    /**
     * Why a message was not sent, for visitors without JavaScript.
     * @param string $path in failures.json, such as wait.one
     */
    public static function failure(string $path): string
    {
        /** @var array<string, string|array<string, string>> $failures */
        $failures = self::read(self::FAILURES);
        [$name, $inner] = explode('.', $path) + ['', ''];
        $found = $failures[$name] ?? '';

        return \is_array($found) ? $found[$inner] ?? '' : $found;
    }
}
