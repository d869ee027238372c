<?php

declare(strict_types=1);

namespace Enquiry\Rules;

/** One rule of one field with its message, as contact.json states them together. */
final readonly class Constraint
{
    private function __construct(
        public Rule $rule,
        public string $message,
        private int $length = 0,
        private ?Pattern $pattern = null,
    ) {}

    /** @throws InvalidRules */
    public static function from(Rule $rule, mixed $definition): self
    {
        $message = \is_array($definition) ? $definition['message'] ?? null : null;
        $value = \is_array($definition) ? $definition['value'] ?? null : null;
        if (!\is_string($message) || $message === '') {
            throw InvalidRules::misshapen("{$rule->value} needs a message");
        }
        if ($rule === Rule::Required) {
            return new self($rule, $message);
        }
        if ($rule === Rule::Pattern && \is_string($value)) {
            try {
                return new self($rule, $message, pattern: Pattern::of($value));
            } catch (PatternFault $fault) {
                throw InvalidRules::misshapen('pattern does not compile', $fault);
            }
        }
        if ($rule !== Rule::Pattern && \is_int($value) && $value > 0) {
            return new self($rule, $message, length: $value);
        }

        throw InvalidRules::misshapen("{$rule->value} needs a value that fits it");
    }

    public function isViolatedBy(string $normalised): bool
    {
        return match ($this->rule) {
            Rule::Required => $normalised === '',
            Rule::ExactLength => Text::length($normalised) !== $this->length,
            Rule::MaxLength => Text::length($normalised) > $this->length,
            Rule::Pattern => $this->pattern?->matches($normalised) === false,
        };
    }
}
