<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Enquiry\Field;
use Enquiry\Enquiry\Form;
use Enquiry\Enquiry\Forms;
use Enquiry\Enquiry\Message;

/**
 * The contract that the TypeScript tests use too.
 *
 * @phpstan-type Value    string|array{repeat: string, times: int, before?: string, after?: string}
 * @phpstan-type Scenario array{
 *     given?: string,
 *     request: array{method: string, headers: array<string, string>, fields: array<string, mixed>, json?: array<string, mixed>, body?: Value},
 *     response: array{status: int, body: array<string, mixed>, headers: array<string, string>},
 * }
 */
final class Contract
{
    private const FOLDER = __DIR__ . '/../../contract';
    private const RULES = __DIR__ . '/../../../server/forms/contact/form.json';
    private const FAILURES = __DIR__ . '/../../../server/forms/failures.json';

    /**
     * @return array{
     *     normalise: list<array{is: string, value: string, expected: string}>,
     *     length: list<array{is: string, value: string, expected: int}>,
     *     rewrites: list<array{field: string, is: string, value: Value, expected: Value}>,
     *     suggestions: list<array{value: string, expected: ?string}>,
     *     fields: list<array{field: string, is: string, value: Value, verdict: string}>,
     *     callback: list<array{field: string, is: string, value: string, verdict: string}>,
     *     advice: list<array{field: string, is: string, value: Value, expected: ?int, digits?: int}>,
     *     addedField: array{name: string, entry: array<string, mixed>, cases: list<array{is: string, value: Value, verdict: string}>},
     * }
     */
    public static function cases(): array
    {
        /** @var array<string, array<string, list<array<string, mixed>>>> $read */
        $read = self::read('cases.json');
        $cases = $read;
        foreach (['rewrites', 'fields', 'callback', 'advice'] as $kind) {
            $cases[$kind] = self::listed('field', $read[$kind] ?? []);
        }

        /** @phpstan-ignore return.type (the file is the contract) */
        return $cases;
    }

    /**
     * The contact form's, and those that docs/editing.md proposes to other firms.
     *
     * @return array<string, array{entry: array{advice: list<array{text: string}>, ...}, cases: array{
     *     rewrites: list<array{is: string, value: Value, expected: Value}>,
     *     fields: list<array{is: string, value: Value, verdict: string}>,
     *     advice: list<array{is: string, value: Value, expected: ?int, digits?: int}>,
     *     phones: list<array{is: string, value: string, expected: ?string}>,
     * }}>
     */
    public static function numbers(): array
    {
        /** @phpstan-ignore return.type (the files are the contract) */
        return [
            'contact' => ['entry' => self::rules()['fields']['contactNumber'] ?? [], 'cases' => self::read('numbers.json')],
            'landlines' => self::read('../identity/numbers/landlines.json'),
            'worldwide' => self::read('../identity/numbers/worldwide.json'),
        ];
    }

    /**
     * @return array{
     *     known: array{until: string, holidays: list<string>},
     *     firms: array<string, ?array{days: int, hours: array<string, list<array{string, string}>>}>,
     *     cases: list<array{firm: string, is: string, received: string, promised: ?string, words: ?string}>,
     * }
     */
    public static function promises(): array
    {
        /** @var array{until: string, holidays: array<int, string>, firms: array<string, ?array{hours: array<string, mixed>}>, cases: array<string, list<array<string, ?string>>>, words: array<string, string>} $read */
        $read = self::read('promises.json');
        $known = ['until' => $read['until'], 'holidays' => []];
        foreach ($read['holidays'] as $year => $days) {
            array_push($known['holidays'], ...array_map(static fn(string $day): string => "{$year}-{$day}", explode(' ', $days)));
        }
        $firms = array_map(static function (?array $firm): ?array {
            $hours = [];
            foreach ($firm['hours'] ?? [] as $days => $spans) {
                $hours += array_fill_keys(explode(' ', $days), $spans);
            }

            return $firm === null ? null : ['hours' => $hours] + $firm;
        }, $read['firms']);
        $moment = static fn(?string $short): ?string => \strlen((string) $short) === 16 ? "{$short}:00+02:00" : $short;
        $cases = array_map(static fn(array $case): array => [
            ...$case,
            'received' => $moment($case['received']),
            'promised' => $moment($case['promised']),
            'words' => $read['words'][$case['promised'] ?? ''] ?? null,
        ], self::listed('firm', $read['cases']));

        /** @phpstan-ignore return.type (the file is the contract) */
        return ['known' => $known, 'firms' => $firms, 'cases' => $cases];
    }

    /** @return array{logDays: int, spamSigns: list<array{mark: string, fields?: array<string, string>, headers?: array<string, string>, suspects?: string}>} facts of the endpoint that the privacy notice tells */
    public static function notice(): array
    {
        /** @phpstan-ignore return.type (the file is the contract) */
        return self::read('notice.json');
    }

    /**
     * @template Part
     *
     * @param array<string, list<array<string, Part>>> $groups
     *
     * @return list<array<string, Part|string>> the cases, each with the name of its group
     */
    private static function listed(string $name, array $groups): array
    {
        $cases = [];
        foreach ($groups as $group => $members) {
            foreach ($members as $case) {
                $cases[] = [$name => $group] + $case;
            }
        }

        return $cases;
    }

    public static function forms(): Forms
    {
        return new Forms([\dirname(self::RULES, 2), __DIR__ . '/../../identity/forms']);
    }

    public static function form(string $name = 'contact'): Form
    {
        return self::forms()->get($name);
    }

    /** @return string the rules with the contract's added field */
    public static function rulesWithAddedField(): string
    {
        ['name' => $name, 'entry' => $entry] = self::cases()['addedField'];

        return self::rulesWith([$name => $entry], 'surname');
    }

    /**
     * The rules with the operator's own fields.
     *
     * @param array<mixed> $entries by name
     * @param string       $after   a field; at the end, if it is not given
     */
    public static function rulesWith(array $entries, string $after = ''): string
    {
        $fields = [];
        foreach (self::rules()['fields'] as $name => $entry) {
            $fields[$name] = $entry;
            if ($name === $after) {
                $fields += $entries;
            }
        }

        return self::json(['fields' => [...$fields, ...$entries]] + self::rules());
    }

    /** @return list<string> the names of the fields */
    public static function fields(): array
    {
        return array_keys(self::rules()['fields']);
    }

    /**
     * The contract's message as a form sends it: every field of the rules, empty ones too.
     *
     * @param array<string, string> $typed overrides
     * @param ?string               $rules instead of the repository's
     *
     * @return array<string, string>
     */
    public static function message(array $typed = [], ?string $rules = null): array
    {
        $names = array_keys($rules === null ? self::rules()['fields'] : self::decode($rules)['fields']);

        return array_replace(array_fill_keys($names, ''), self::answers()['message'], $typed);
    }

    /**
     * An accepted message without the fields that an editor has added: the tests know each word of its mail.
     *
     * @param array<string, string> $typed overrides
     */
    public static function accepted(array $typed = []): Message
    {
        $message = Message::from($typed + self::answers()['message'], self::form());

        return Message::stored(array_diff_key($message->values, self::addedSamples()), self::form());
    }

    /** @return string the text for a message that was not sent */
    public static function failure(string ...$path): string
    {
        $found = json_decode((string) file_get_contents(self::FAILURES), true, 8, \JSON_THROW_ON_ERROR);
        foreach ($path as $key) {
            $found = \is_array($found) ? $found[$key] ?? null : null;
        }
        \assert(\is_string($found) && $found !== '');

        return $found;
    }

    /** @return array{fields: array<string, array<string, mixed>>} */
    public static function rules(): array
    {
        return self::decode((string) file_get_contents(self::RULES));
    }

    /** @return array{fields: array<string, array<string, mixed>>} */
    private static function decode(string $rules): array
    {
        /** @phpstan-ignore return.type (the file that every test relies on) */
        return json_decode($rules, true, 16, \JSON_THROW_ON_ERROR);
    }

    /** @return array{codes: array<string, int>, message: array<string, string>, answers: array<string, Scenario>} */
    public static function answers(): array
    {
        /** @var array{codes: array<string, int>, messages: array<string, string>, message: array<string, string>, answers: array<string, array{code?: string, method?: string, headers?: array<string, ?string>, ...}>} $read */
        $read = self::read('answers.json');
        $answers = [];
        foreach ($read['answers'] as $name => $row) {
            $error = isset($row['code']) ? ['code' => $row['code'], 'message' => $read['messages'][$row['code']] ?? ''] : [];
            $answers[$name] = array_intersect_key($row, ['given' => 0]) + [
                'request' => array_intersect_key($row, ['json' => 0, 'body' => 0]) + [
                    'method' => $row['method'] ?? 'POST',
                    // null removes a header
                    'headers' => array_filter(($row['headers'] ?? []) + ['Content-Type' => 'application/json', 'Accept' => 'application/json'], \is_string(...)),
                    'fields' => $row['fields'] ?? [],
                ],
                'response' => [
                    'status' => $read['codes'][$row['code'] ?? ''] ?? 200,
                    'body' => ['status' => $error === [] ? 'success' : 'error'] + $error + array_intersect_key($row, ['errors' => 0]),
                    'headers' => $row['gives'] ?? [],
                ],
            ];
        }

        /** @phpstan-ignore return.type (the file is the contract) */
        return ['codes' => $read['codes'], 'message' => $read['message'] + self::addedSamples(), 'answers' => $answers];
    }

    /** @return array<string, string> a value by its kind for each required field that an editor has added */
    private static function addedSamples(): array
    {
        /** @var array<string, string> $samples */
        $samples = self::read('samples.json');
        /** @var array{message: array<string, string>} $contract */
        $contract = self::read('answers.json');
        $added = array_diff_key(self::form()->fields, $contract['message']);

        return array_map(
            static fn(Field $field): string => $field->options[0] ?? $samples[$field->control] ?? '',
            array_filter($added, static fn(Field $field): bool => $field->ruleBrokenBy('') !== null),
        );
    }

    /** @param Value $value */
    public static function expand(string|array $value): string
    {
        if (\is_string($value)) {
            return $value;
        }

        return ($value['before'] ?? '') . str_repeat($value['repeat'], $value['times']) . ($value['after'] ?? '');
    }

    /** @param Scenario $scenario whose fields are what differs from the sample message */
    public static function bodyOf(array $scenario): string
    {
        $request = $scenario['request'];
        $json = isset($request['json']) ? $request['json'] + self::addedSamples() : $request['fields'] + self::answers()['message'];

        return isset($request['body']) ? self::expand($request['body']) : self::json($json);
    }

    /** @param array<string, mixed> $object */
    public static function json(array $object): string
    {
        return json_encode((object) $object, \JSON_THROW_ON_ERROR);
    }

    private static function read(string $file): mixed
    {
        return json_decode((string) file_get_contents(self::FOLDER . '/' . $file), true, 32, \JSON_THROW_ON_ERROR);
    }
}
