<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Form\ContactNumber;
use Enquiry\Rules\ContactRules;
use Enquiry\Rules\Field;
use Enquiry\Rules\InvalidRules;
use Enquiry\Rules\Rule;
use Enquiry\Rules\Text;
use Enquiry\Tests\Support\Contract;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

/** @phpstan-import-type Value from Contract */
final class ContactRulesTest extends TestCase
{
    private const FILE = __DIR__ . '/../../server/rules/contact.json';

    #[DataProvider('normalising')]
    public function test_text_is_normalised_as_the_contract_says(string $value, string $expected): void
    {
        self::assertSame($expected, ContactRules::fromFile(self::FILE)->text->normalise($value));
    }

    #[DataProvider('lengths')]
    public function test_length_counts_code_points(string $value, int $expected): void
    {
        self::assertSame($expected, Text::length($value));
    }

    #[DataProvider('contactNumbers')]
    public function test_a_contact_number_is_rewritten_as_the_form_does_it(string $value, string $expected): void
    {
        self::assertSame($expected, ContactNumber::rewrite($value));
    }

    /** @param Value $value */
    #[DataProvider('fields')]
    public function test_a_field_gets_the_verdict_of_the_contract(string $field, string|array $value, string $verdict): void
    {
        $rules = ContactRules::fromFile(self::FILE);
        $violated = $rules->violatedBy(Field::from($field), $rules->text->normalise(Contract::expand($value)));

        self::assertSame($verdict, $violated === null ? 'valid' : $violated->rule->value);
    }

    public function test_the_end_of_a_pattern_is_the_end_of_the_text(): void
    {
        self::assertSame(Rule::Pattern, ContactRules::fromFile(self::FILE)->violatedBy(Field::Name, "Thandi\n")?->rule);
    }

    #[DataProvider('brokenFiles')]
    public function test_a_broken_rules_file_is_refused_by_name(string $content, string $reason): void
    {
        $file = (string) tempnam(sys_get_temp_dir(), 'rules-');
        file_put_contents($file, $content);
        try {
            $this->expectException(InvalidRules::class);
            $this->expectExceptionMessageMatches($reason);
            ContactRules::fromFile($file);
        } finally {
            unlink($file);
        }
    }

    public function test_a_length_of_one_is_a_length(): void
    {
        $file = (string) tempnam(sys_get_temp_dir(), 'rules-');
        file_put_contents($file, str_replace('"value": 254', '"value": 1', (string) file_get_contents(self::FILE)));
        $rules = ContactRules::fromFile($file);
        unlink($file);

        self::assertSame(Rule::MaxLength, $rules->violatedBy(Field::Email, 'a@b.co')?->rule);
    }

    public function test_who_left_a_field_empty_needs_no_advice(): void
    {
        $file = (string) tempnam(sys_get_temp_dir(), 'rules-');
        file_put_contents($file, preg_replace('/("advice": \[\s*\{\s*"pattern": )"[^"]*"/', '$1""', (string) file_get_contents(self::FILE), 1));
        $rules = ContactRules::fromFile($file);
        unlink($file);

        self::assertNull($rules->adviceOn(Field::Name, ''));
        self::assertNotNull($rules->adviceOn(Field::Name, '?'));
    }

    public function test_a_missing_rules_file_is_refused_by_name(): void
    {
        $this->expectException(InvalidRules::class);
        $this->expectExceptionMessageMatches('~/nowhere/contact.json is missing or cannot be read~');
        ContactRules::fromFile('/nowhere/contact.json');
    }

    /** @return iterable<string, array{string, string}> */
    public static function normalising(): iterable
    {
        foreach (Contract::cases()['normalise'] as $case) {
            yield $case['description'] => [$case['value'], $case['expected']];
        }
    }

    /** @return iterable<string, array{string, int}> */
    public static function lengths(): iterable
    {
        foreach (Contract::cases()['length'] as $case) {
            yield $case['description'] => [$case['value'], $case['expected']];
        }
    }

    /** @return iterable<string, array{string, string}> */
    public static function contactNumbers(): iterable
    {
        foreach (Contract::cases()['contactNumber'] as $case) {
            yield $case['description'] => [$case['value'], $case['expected']];
        }
    }

    /** @return iterable<string, array{string, Value, string}> */
    public static function fields(): iterable
    {
        foreach (Contract::cases()['fields'] as $case) {
            yield "{$case['field']}: {$case['description']}" => [$case['field'], $case['value'], $case['verdict']];
        }
    }

    /** @return iterable<string, array{string, string}> */
    public static function brokenFiles(): iterable
    {
        $json = (string) file_get_contents(self::FILE);

        yield 'not JSON' => [substr($json, 0, -5), '/is not JSON/'];
        yield 'no white space' => [str_replace('"whiteSpace"', '"blank"', $json), '/whiteSpace must be/'];
        yield 'a field too few' => [str_replace('"subject"', '"topic"', $json), '/fields must be exactly name, surname/'];
        yield 'an unknown rule' => [str_replace('"exactLength"', '"minLength"', $json), '/unknown rule minLength/'];
        yield 'a rule without its message' => [str_replace('"Please provide a subject."', '""', $json), '/required needs a message/'];
        yield 'a rule with two messages' => [str_replace('"Please provide a subject."', '["Please", "provide"]', $json), '/required needs a message/'];
        yield 'a rule that says nothing' => [preg_replace('/"required": \{[^}]*\}/', '"required": {"value": 1}', $json, 1) ?? '', '/required needs a message/'];
        yield 'a field that is missing' => [preg_replace('/"subject": \{.*?\n    \},/s', '', $json, 1) ?? '', '/every field is required/'];
        yield 'a field that is not required' => [preg_replace('/"required": \{[^}]*\},/', '', $json, 1) ?? '', '/every field is required/'];
        yield 'a field without rules' => [preg_replace('/"subject": \{.*?\n    \}/s', '"subject": true', $json, 1) ?? '', '/every field is required/'];
        yield 'no fields' => ['{"whiteSpace": " "}', '/fields must be exactly name, surname/'];
        yield 'no object' => ['7', '/whiteSpace must be/'];
        yield 'white space that is nothing' => [preg_replace('/"whiteSpace": "[^"]*"/', '"whiteSpace": ""', $json) ?? '', '/whiteSpace must be/'];
        yield 'a length of nothing' => [str_replace('"value": 254', '"value": 0', $json), '/maxLength needs a value/'];
        yield 'a pattern that is a number' => [preg_replace('/("pattern": \{\s*"value": )"[^"]*"/', '$1 7', $json, 1) ?? '', '/pattern needs a value/'];
        yield 'a length that is text' => [str_replace('"value": 254', '"value": "254"', $json), '/maxLength needs a value/'];
        yield 'advice that is no list' => [preg_replace('/"advice": \[.*?\]\n/s', '"advice": "text"', $json, 1) ?? '', '/advice must be a list/'];
        yield 'advice without a text' => [str_replace('"text"', '"words"', $json), '/advice must be a list/'];
        yield 'advice that says nothing' => [preg_replace('/"text": "[^"]+"/', '"text": ""', $json, 1) ?? '', '/advice must be a list/'];
        yield 'advice for any value' => [str_replace('"pattern": "', '"when": "', $json), '/advice must be a list/'];
        yield 'a pattern that does not compile' => [str_replace('"^0(?:', '"^0(?', $json), '/pattern does not compile/'];
    }
}
