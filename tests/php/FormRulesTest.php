<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Enquiry\Field;
use Enquiry\Enquiry\Form;
use Enquiry\Enquiry\InvalidForm;
use Enquiry\Enquiry\Message;
use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\DataFolders;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;

/** @phpstan-import-type Value from Contract */
final class FormRulesTest extends TestCase
{
    private const FILE = __DIR__ . '/../../server/forms/contact/form.json';

    private const ENTRY = ['label' => 'Company', 'control' => 'text'];

    public function test_text_is_normalised_as_the_contract_says(): void
    {
        foreach (Contract::cases()['normalise'] as $case) {
            self::assertSame($case['expected'], Contract::form()->normalise($case['value']), $case['description']);
        }
    }

    public function test_length_counts_code_points(): void
    {
        foreach (Contract::cases()['length'] as $case) {
            self::assertSame($case['expected'], Field::lengthOf($case['value']), $case['description']);
        }
    }

    public function test_a_contact_number_is_rewritten_as_in_the_form(): void
    {
        foreach (Contract::cases()['contactNumber'] as $case) {
            self::assertSame($case['expected'], Message::rewriteNumber($case['value']), $case['description']);
        }
    }

    public function test_a_field_gets_the_verdict_of_the_contract(): void
    {
        foreach (['contact' => Contract::cases()['fields'], 'callback' => Contract::cases()['callback']] as $form => $cases) {
            foreach ($cases as $case) {
                $verdict = self::verdict(Contract::form($form), $case['field'], Contract::expand($case['value']));
                self::assertSame($case['verdict'], $verdict, "{$case['field']}: {$case['description']}");
            }
        }
    }

    public function test_a_field_that_is_added_gets_its_place_and_the_verdict_of_the_contract(): void
    {
        $rules = self::rules(Contract::rulesWithAddedField());
        ['name' => $added, 'cases' => $cases] = Contract::cases()['addedField'];
        $names = array_keys($rules->fields);

        self::assertSame(Contract::fields(), array_values(array_diff($names, [$added])));
        self::assertSame((int) array_search('surname', $names, true) + 1, array_search($added, $names, true));
        foreach ($cases as $case) {
            self::assertSame($case['verdict'], self::verdict($rules, $added, Contract::expand($case['value'])), $case['description']);
        }
    }

    private static function verdict(Form $rules, string $field, string $value): string
    {
        return ($rules->fields[$field] ?? self::fail("There is no field {$field}."))->ruleBrokenBy($rules->normalise($value)) ?? 'valid';
    }

    public function test_a_pattern_rejects_a_trailing_line_break(): void
    {
        self::assertSame('pattern', (Contract::form()->fields['name'] ?? null)?->ruleBrokenBy("Thandi\n"));
    }

    #[DataProvider('brokenFiles')]
    public function test_an_invalid_rules_file_is_rejected_with_its_name(string $content, string $reason): void
    {
        $this->expectException(InvalidForm::class);
        $this->expectExceptionMessageMatches($reason);
        self::rules($content);
    }

    /** @param array<string, mixed> $rules of a field */
    #[TestWith([['maxLength' => ['value' => 9, 'message' => 'Short.'], 'pattern' => ['value' => '^a/b$', 'message' => 'Two.']], 'a/b', 'ab', 'pattern'])]
    #[TestWith([['maxLength' => ['value' => 9, 'message' => 'Short.'], 'pattern' => ['value' => '^a\/b$', 'message' => 'Two.']], 'a/b', 'ab', 'pattern'])]
    #[TestWith([['maxLength' => ['value' => 1, 'message' => 'Short.']], 'a', 'ab', 'maxLength'])]
    public function test_a_pattern_may_contain_a_slash_and_a_length_may_be_one(array $rules, string $valid, string $invalid, string $broken): void
    {
        $form = self::rules(Contract::rulesWith(['testersField' => $rules + self::ENTRY]));

        self::assertSame(['valid', $broken], [self::verdict($form, 'testersField', $valid), self::verdict($form, 'testersField', $invalid)]);
    }

    public function test_an_empty_field_gets_no_advice(): void
    {
        $entry = ['required' => ['message' => 'Please.'], 'exactLength' => ['value' => 2, 'message' => 'Two.'], 'advice' => [['pattern' => '^', 'text' => 'Any two.']]];
        $field = self::rules(Contract::rulesWith(['testersField' => $entry + self::ENTRY]))->fields['testersField'] ?? self::fail();

        self::assertSame([null, 'Any two.'], [$field->adviceOn(''), $field->adviceOn('?')]);
    }

    private static function rules(string $content): Form
    {
        return Form::fromFile(DataFolders::file($content));
    }

    /** @return iterable<string, array{string, string}> */
    public static function brokenFiles(): iterable
    {
        $json = (string) file_get_contents(self::FILE);

        yield 'not JSON' => [substr($json, 0, -5), '/it is not JSON/'];
        yield 'a role for nothing' => [str_replace('"subject": "subject"', '"subject": "topic"', $json), '/the role subject must name a field/'];
        yield 'a field with two roles' => [str_replace('"subject": "subject"', '"subject": "name"', $json), '/the role subject must name a field .* no other role/'];
        yield 'an unknown role' => [str_replace('"subject": "subject"', '"topic": "subject"', $json), '/unknown role topic/'];
        yield 'a role for another control' => [str_replace('"email": "email"', '"email": "subject"', $json), '/field "subject" .*: it has the role email, so its control must be email/'];
        yield 'nobody to answer' => [preg_replace('/"roles": \{.*?\}/s', '"roles": {}', $json, 1) ?? '', '/roles must name a field for email or number/'];
        yield 'no title' => [str_replace('"title": "Contact form"', '"title": ""', $json), '/it needs a title/'];
        yield 'a rule without its message' => [str_replace('"Please provide a subject."', '""', $json), '/required needs a message/'];
        yield 'no fields' => ['{}', '/fields must be an object/'];
        yield 'no object' => ['7', '/fields must be an object/'];
        yield 'a length that is text' => [str_replace('"value": 254', '"value": "254"', $json), '/its length needs a value/'];
        yield 'advice that is no list' => [preg_replace('/"advice": \[.*?\]\n/s', '"advice": "text"', $json, 1) ?? '', '/advice needs a pattern/'];
        yield 'advice without a text' => [str_replace('"text": "', '"words": "', $json), '/advice needs a text/'];
        yield 'advice for any value' => [str_replace('"pattern": "', '"when": "', $json), '/advice needs a pattern/'];
        yield 'a list of fields' => [Contract::json(['fields' => [self::ENTRY]]), '/field "0" .*: its name must have up to 50 ASCII letters/'];
        foreach (['Company', 'company name', 'company-name', 'field.name', '2nd', '__proto__', 'größe', '', "name\n", str_repeat('a', 51)] as $name) {
            yield "a field that is called '{$name}'" => [Contract::rulesWith([$name => self::ENTRY]), '/: its name must have up to 50 ASCII letters/'];
        }
        foreach (['website', 'constructor', 'toString', 'reset', 'submit'] as $name) {
            yield "a field that is called {$name}" => [Contract::rulesWith([$name => self::ENTRY]), "/field \"{$name}\" .*: its name is reserved/"];
        }
        foreach (array_keys(Contract::answers()['message']) as $name) {
            yield "no {$name}" => [Contract::rulesWith([$name => null]), '/the role \w+ must name a field/'];
            $optional = Contract::rulesWith([$name => ['control' => Contract::form()->fields[$name]->control ?? ''] + self::ENTRY]);
            yield from $name === 'message' ? [] : ["{$name} left optional" => [$optional, "/field \"{$name}\" .*: it cannot be optional/"]];
        }
        $faults = [
            'no object' => ['text', 'it needs a control'],
            'no label' => [['label' => null], 'it needs a label'],
            'an empty label' => [['label' => ''], 'it needs a label'],
            'a label of two lines' => [['label' => "Company\nname"], 'it needs a label'],
            'no control' => [['control' => null], 'it needs a control, one of text, email, tel, textarea, select, checkbox'],
            'an unknown control' => [['control' => 'radio'], 'it needs a control'],
            'required without a message' => [['required' => false], 'required needs a message'],
            'a rule that is a number' => [['exactLength' => 10], 'exactLength needs a message'],
            'a length of nothing' => [['exactLength' => ['value' => 0, 'message' => 'Ten.']], 'its length needs a value: a whole number'],
            'a pattern of nothing' => [['maxLength' => ['value' => 9, 'message' => 'Nine.'], 'pattern' => ['message' => 'A pattern.']], 'pattern needs a value'],
            'a pattern for a text of any length' => [['pattern' => ['value' => '^a', 'message' => 'An a.']], 'it needs maxLength besides its pattern'],
            'a select without options' => [['control' => 'select'], 'options needs values'],
            'options of nothing' => [['control' => 'select', 'options' => ['values' => [], 'message' => 'Choose.']], 'options needs values'],
            'an option twice' => [['control' => 'select', 'options' => ['values' => ['A', 'A'], 'message' => 'Choose.']], 'options needs values'],
            'an option of two lines' => [['control' => 'select', 'options' => ['values' => ["A\nB"], 'message' => 'Choose.']], 'options needs values'],
            'an option with two spaces' => [['control' => 'select', 'options' => ['values' => ['A', 'B  C'], 'message' => 'Choose.']], 'its option "B  C" must not have'],
            'an option with a no-break space at its end' => [['control' => 'select', 'options' => ['values' => ["A\u{A0}"], 'message' => 'Choose.']], 'its option "A\x{A0}" must not have'],
            'a length of a select' => [['control' => 'select', 'maxLength' => ['value' => 9, 'message' => 'Nine.']], 'it has an unknown rule maxLength'],
            'options of a checkbox' => [['control' => 'checkbox', 'options' => ['values' => ['A'], 'message' => 'Choose.']], 'it has an unknown rule options'],
            'a property of HTML' => [['placeholder' => 'Firm'], 'it has an unknown rule placeholder'],
        ];
        foreach ($faults as $fault => [$entry, $reason]) {
            yield "a field with {$fault}" => [Contract::rulesWith(['testersField' => \is_array($entry) ? $entry + self::ENTRY : $entry]), "/field \"testersField\" .*: {$reason}/u"];
        }
        yield 'a pattern that does not compile' => [str_replace('"^0(?:', '"^0(?', $json), '/the pattern .* cannot be used/'];
        yield 'advice whose pattern does not compile' => [str_replace('^\\\\D*0[1-5]', '^(', $json), '/the pattern .* cannot be used/'];
    }
}
