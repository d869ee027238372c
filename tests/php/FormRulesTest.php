<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Enquiry\Field;
use Enquiry\Enquiry\Form;
use Enquiry\Enquiry\Message;
use Enquiry\Enquiry\Reading;
use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\DataFolders;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

/** @phpstan-import-type Value from Contract */
final class FormRulesTest extends TestCase
{
    private const ENTRY = ['label' => 'Company', 'control' => 'text'];

    public function test_text_is_normalised_as_the_contract_says(): void
    {
        foreach (Contract::cases()['normalise'] as $case) {
            self::assertSame($case['expected'], Reading::trimmed($case['value']), $case['is']);
        }
    }

    public function test_length_counts_code_points(): void
    {
        foreach (Contract::cases()['length'] as $case) {
            self::assertSame($case['expected'], Field::lengthOf($case['value']), $case['is']);
        }
    }

    public function test_a_field_is_rewritten_as_in_the_form(): void
    {
        foreach (Contract::cases()['rewrites'] as ['field' => $field, 'is' => $description, 'value' => $value, 'expected' => $expected]) {
            self::assertSame(Contract::expand($expected), Contract::form()->rewritten($field, Contract::expand($value)), "{$field}: {$description}");
        }
    }

    public function test_a_field_gets_the_verdict_of_the_contract(): void
    {
        foreach (['contact' => Contract::cases()['fields'], 'callback' => Contract::cases()['callback']] as $form => $cases) {
            foreach ($cases as $case) {
                $verdict = self::verdict(Contract::form($form), $case['field'], Contract::expand($case['value']));
                self::assertSame($case['verdict'], $verdict, "{$case['field']}: {$case['is']}");
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
            self::assertSame($case['verdict'], self::verdict($rules, $added, Contract::expand($case['value'])), $case['is']);
        }
    }

    private static function verdict(Form $rules, string $field, string $value): string
    {
        return ($rules->fields[$field] ?? self::fail("There is no field {$field}."))->ruleBrokenBy(Reading::trimmed($value)) ?? 'valid';
    }

    public function test_a_pattern_rejects_a_trailing_line_break(): void
    {
        self::assertSame('pattern', (Contract::form()->fields['name'] ?? null)?->ruleBrokenBy("Thandi\n"));
    }

    public function test_a_pattern_may_contain_a_slash(): void
    {
        $rules = ['maxLength' => ['value' => 9, 'message' => 'Short.'], 'pattern' => ['value' => '^a\/b$', 'message' => 'Two.']];
        $form = self::rules(Contract::rulesWith(['testersField' => $rules + self::ENTRY]));

        self::assertSame(['valid', 'pattern'], [self::verdict($form, 'testersField', 'a/b'), self::verdict($form, 'testersField', 'ab')]);
    }

    #[DataProvider('numbers')]
    public function test_numbers_are_read_as_the_contract_says(string $shape): void
    {
        ['entry' => $entry, 'cases' => $cases] = Contract::numbers()[$shape] ?? self::fail();
        $form = self::rules(Contract::rulesWith(['number' => $entry]));
        $field = $form->fields['number'] ?? self::fail();
        foreach ($cases['rewrites'] as $case) {
            self::assertSame(Contract::expand($case['expected']), $form->rewritten('number', Contract::expand($case['value'])), $case['is']);
        }
        foreach ($cases['fields'] as $case) {
            self::assertSame($case['verdict'], self::verdict($form, 'number', Contract::expand($case['value'])), $case['is']);
        }
        foreach ($cases['advice'] as $case) {
            $expected = $case['expected'] === null ? null : $entry['advice'][$case['expected']]['text'] ?? self::fail();
            $digits = (string) ($case['digits'] ?? '');
            $read = Reading::trimmed($form->rewritten('number', Contract::expand($case['value'])));
            self::assertSame($expected === null ? null : strtr($expected, ['{digits}' => $digits]), $field->adviceOn($read), $case['is']);
        }
        foreach ($cases['phones'] as $case) {
            self::assertSame($case['expected'], Message::phoneIn($case['value']), $case['is']);
        }
    }

    /** @return iterable<string, array{string}> */
    public static function numbers(): iterable
    {
        foreach (array_keys(Contract::numbers()) as $shape) {
            yield $shape => [$shape];
        }
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
}
