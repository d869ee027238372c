<?php

declare(strict_types=1);

namespace Enquiry\Mutation;

use PhpParser\Error;
use PhpParser\Node;
use PhpParser\Node\Expr;
use PhpParser\Node\Expr\AssignOp;
use PhpParser\Node\Expr\BinaryOp;
use PhpParser\Node\Scalar;
use PhpParser\Node\Stmt;
use PhpParser\NodeTraverser;
use PhpParser\NodeVisitor;
use PhpParser\NodeVisitorAbstract;
use PhpParser\ParserFactory;

/**
 * All mutants of one file, under the names that Infection and PIT give them.
 *
 * Left alone is what no test can notice, or only a test of wording could: what is said to the log, prose that is put
 * together, string literals, assert(), attributes, and what PHPStan finds: comparisons with the other boolean, and an
 * in_array() that is not strict.
 */
final class Mutators extends NodeVisitorAbstract
{
    private const OPERATORS = [
        BinaryOp\Identical::class => ['===', ['ConditionalNegation' => '!==']],
        BinaryOp\NotIdentical::class => ['!==', ['ConditionalNegation' => '===']],
        BinaryOp\Equal::class => ['==', ['ConditionalNegation' => '!=']],
        BinaryOp\NotEqual::class => ['!=', ['ConditionalNegation' => '==']],
        BinaryOp\Smaller::class => ['<', ['ConditionalBoundary' => '<=', 'ConditionalNegation' => '>=']],
        BinaryOp\SmallerOrEqual::class => ['<=', ['ConditionalBoundary' => '<', 'ConditionalNegation' => '>']],
        BinaryOp\Greater::class => ['>', ['ConditionalBoundary' => '>=', 'ConditionalNegation' => '<=']],
        BinaryOp\GreaterOrEqual::class => ['>=', ['ConditionalBoundary' => '>', 'ConditionalNegation' => '<']],
        BinaryOp\BooleanAnd::class => ['&&', ['LogicalAnd' => '||']],
        BinaryOp\BooleanOr::class => ['||', ['LogicalOr' => '&&']],
        BinaryOp\Plus::class => ['+', ['Plus' => '-']],
        BinaryOp\Minus::class => ['-', ['Minus' => '+']],
        BinaryOp\Mul::class => ['*', ['Multiplication' => '/']],
        BinaryOp\Div::class => ['/', ['Division' => '*']],
        BinaryOp\Mod::class => ['%', ['Modulus' => '*']],
        BinaryOp\Pow::class => ['**', ['Exponentiation' => '/']],
        BinaryOp\BitwiseAnd::class => ['&', ['BitwiseAnd' => '|']],
        BinaryOp\BitwiseOr::class => ['|', ['BitwiseOr' => '&']],
        BinaryOp\BitwiseXor::class => ['^', ['BitwiseXor' => '&']],
        BinaryOp\ShiftLeft::class => ['<<', ['ShiftLeft' => '>>']],
        BinaryOp\ShiftRight::class => ['>>', ['ShiftRight' => '<<']],
        AssignOp\Plus::class => ['+=', ['PlusEqual' => '-=']],
        AssignOp\Minus::class => ['-=', ['MinusEqual' => '+=']],
        AssignOp\Mul::class => ['*=', ['MulEqual' => '/=']],
        AssignOp\Concat::class => ['.=', ['ConcatEqual' => '=']],
        AssignOp\Coalesce::class => ['??=', ['AssignCoalesce' => '=']],
    ];

    /** Functions whose first argument, or another, may stand for the whole. */
    private const UNWRAPPED = ['min', 'max', 'abs', 'trim', 'ltrim', 'rtrim', 'strtolower', 'array_filter', 'array_unique', 'array_reverse'];

    private const LOG_LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency', 'log'];

    /** @var list<Mutant> */
    private array $mutants = [];

    /** @var list<Node> those that the traversal is in */
    private array $path = [];

    private function __construct(private readonly string $file, private readonly string $source) {}

    /** @return list<Mutant> that parse, each once */
    public static function of(string $file, string $source): array
    {
        $parser = (new ParserFactory())->createForHostVersion();
        $visitor = new self($file, $source);
        $traverser = new NodeTraverser($visitor);
        $traverser->traverse($parser->parse($source) ?? []);
        $known = [$source => true];
        $mutants = [];
        foreach ($visitor->mutants as $mutant) {
            $mutated = $mutant->mutated();
            try {
                $parser->parse($mutated);
            } catch (Error) {
                continue;
            }
            if (!isset($known[$mutated])) {
                $mutants[] = $mutant;
                $known[$mutated] = true;
            }
        }

        return $mutants;
    }

    public function enterNode(Node $node): ?int
    {
        if ($this->isSilent($node)) {
            return NodeVisitor::DONT_TRAVERSE_CHILDREN;
        }
        $this->path[] = $node;
        match (true) {
            $node instanceof Stmt\Expression => $this->removeStatement($node, match (true) {
                self::isFunctionCall($node->expr) => 'FunctionCallRemoval',
                self::isMethodCall($node->expr) => 'MethodCallRemoval',
                $node->expr instanceof Expr\Throw_ => 'ThrowRemoval',
                default => null,
            }),
            $node instanceof Stmt\Return_ => $this->leave($node),
            $node instanceof Stmt\Break_ => $this->removeStatement($node, 'BreakRemoval'),
            $node instanceof Stmt\Continue_ => $this->removeStatement($node, 'ContinueRemoval'),
            $node instanceof Expr\ArrowFunction => $this->returnValue($node->expr, $node),
            $node instanceof BinaryOp\Coalesce => $this->sides($node, 'Coalesce'),
            $node instanceof BinaryOp\Concat => $this->isProse($node) ? null : $this->sides($node, 'ConcatOperandRemoval'),
            $node instanceof BinaryOp\Plus && ($node->left instanceof Expr\Array_ || $node->right instanceof Expr\Array_) => $this->sides($node, 'ArrayUnion'),
            $node instanceof BinaryOp\Spaceship => $this->add('Spaceship', $node, "{$this->text($node->right)} <=> {$this->text($node->left)}"),
            $node instanceof BinaryOp => $this->operator($node, $node->left, $node->right),
            $node instanceof AssignOp => $this->operator($node, $node->var, $node->expr),
            $node instanceof Expr\BooleanNot => $this->add('LogicalNot', $node, "({$this->text($node->expr)})"),
            $node instanceof Expr\PreInc, $node instanceof Expr\PostInc => $this->add('Increment', $node, str_replace('++', '--', $this->text($node))),
            $node instanceof Expr\PreDec, $node instanceof Expr\PostDec => $this->add('Decrement', $node, str_replace('--', '++', $this->text($node))),
            $node instanceof Expr\Ternary => $this->ternary($node),
            $node instanceof Expr\Match_ => $this->arms($node),
            $node instanceof Expr\Array_ => $this->items($node),
            $node instanceof Expr\FuncCall => $this->unwrap($node),
            $node instanceof Expr\NullsafeMethodCall => $this->add('NullSafeMethodCall', $node, $this->text($node->var) . preg_replace('/^\s*\?->/', '->', $this->between($node->var->getEndFilePos() + 1, $node->getEndFilePos() + 1))),
            $node instanceof Expr\ConstFetch => $this->boolean($node),
            $node instanceof Scalar\Int_ => $this->number($node, 'Integer'),
            $node instanceof Scalar\Float_ => $this->number($node, 'Float'),
            default => null,
        };

        return null;
    }

    public function leaveNode(Node $node): null
    {
        if (end($this->path) === $node) {
            array_pop($this->path);
        }

        return null;
    }

    /** Nothing in it is worth a mutant. */
    private function isSilent(Node $node): bool
    {
        $parent = end($this->path);

        return $node instanceof Node\AttributeGroup || $node instanceof Stmt\Declare_ || $node instanceof Stmt\Use_
            || $node instanceof Stmt\Expression && $node->expr instanceof Expr\FuncCall && $node->expr->name instanceof Node\Name && $node->expr->name->getLast() === 'assert'
            // PHPStan says that the comparison with the other is always false.
            || $node instanceof Expr\ConstFetch && ($parent instanceof BinaryOp\Identical || $parent instanceof BinaryOp\NotIdentical)
            // Its removal as a statement is a mutant, what it says is none.
            || $node instanceof Node\Arg && $parent instanceof Expr\MethodCall && $this->isLog($parent)
            || $node instanceof Node\Arg && $parent instanceof Expr\FuncCall && $parent->name instanceof Node\Name && $parent->name->getLast() === 'in_array' && $parent->args[2] === $node;
    }

    private function isLog(Expr\MethodCall $call): bool
    {
        return $call->name instanceof Node\Identifier && \in_array($call->name->name, self::LOG_LEVELS, true)
            && preg_match('/log(?:ger)?(?:\(\))?$/i', $this->text($call->var)) === 1;
    }

    private static function isFunctionCall(Expr $expression): bool
    {
        return $expression instanceof Expr\FuncCall || $expression instanceof Expr\ErrorSuppress && self::isFunctionCall($expression->expr);
    }

    private static function isMethodCall(Expr $expression): bool
    {
        return $expression instanceof Expr\MethodCall || $expression instanceof Expr\NullsafeMethodCall || $expression instanceof Expr\StaticCall;
    }

    /** Words with a space between them that are no SQL. */
    private function isProse(BinaryOp\Concat $node): bool
    {
        $text = $this->text($node);

        return preg_match('/\p{Ll}{2,}[,;:]? \p{Ll}{2,}/u', $text) === 1 && preg_match('/\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|WHERE|CASE|PRAGMA|SET|VALUES)\b/', $text) !== 1;
    }

    private function removeStatement(Stmt $statement, ?string $mutator): null
    {
        return $mutator === null ? null : $this->add($mutator, $statement, '');
    }

    private function leave(Stmt\Return_ $return): null
    {
        $function = $this->enclosingFunction();
        $statements = $function?->getStmts() ?? [];
        if (end($statements) !== $return) {
            $this->removeStatement($return, 'ReturnRemoval');
        }
        if ($return->expr !== null && $function !== null) {
            $this->returnValue($return->expr, $function);
        }

        return null;
    }

    private function returnValue(Expr $value, Node\FunctionLike $function): null
    {
        $type = $function->getReturnType();
        $names = match (true) {
            $type instanceof Node\NullableType => ['null', $this->text($type->type)],
            $type instanceof Node\UnionType => array_map($this->text(...), $type->types),
            $type instanceof Node\Identifier => [$type->name],
            default => [],
        };
        $text = $this->text($value);
        foreach ($names as $name) {
            $other = ['null' => 'null', 'string' => "''", 'array' => '[]', 'iterable' => '[]', 'int' => '0', 'float' => '0.0'][$name] ?? null;
            $isLiteral = $value instanceof Expr\ConstFetch || $value instanceof Scalar\Int_ || $value instanceof Scalar\Float_;
            if ($other !== null && $text !== $other && !($isLiteral && $name !== 'null')) {
                $this->add('ReturnValue', $value, $other);
            }
        }
        // The negation of these is another mutant.
        $isNegatedElsewhere = $value instanceof Expr\ConstFetch || $value instanceof Expr\BooleanNot
            || $value instanceof BinaryOp\Identical || $value instanceof BinaryOp\NotIdentical || $value instanceof BinaryOp\Smaller
            || $value instanceof BinaryOp\SmallerOrEqual || $value instanceof BinaryOp\Greater || $value instanceof BinaryOp\GreaterOrEqual;

        return \in_array('bool', $names, true) && !$isNegatedElsewhere ? $this->add('ReturnValue', $value, "!({$text})") : null;
    }

    private function sides(BinaryOp $node, string $mutator): null
    {
        foreach ([$node->left, $node->right] as $side) {
            // Of "?? throw" the type checkers know what is missing.
            if (!$side instanceof Expr\Throw_ && !$node->right instanceof Expr\Throw_) {
                $this->add($mutator, $node, "({$this->text($side)})");
            }
        }

        return null;
    }

    private function operator(Node $node, Expr $left, Expr $right): null
    {
        [$operator, $others] = self::OPERATORS[$node::class] ?? ['', []];
        $start = $left->getEndFilePos() + 1;
        $between = $this->between($start, $right->getStartFilePos());
        $at = $operator === '' ? false : strrpos($between, $operator);
        if ($at !== false) {
            foreach ($others as $mutator => $other) {
                $this->replace($mutator, $start + $at, $start + $at + \strlen($operator), $other, $node);
            }
        }

        return null;
    }

    private function ternary(Expr\Ternary $node): null
    {
        if ($node->if === null) {
            return $this->add('Ternary', $node, "({$this->text($node->else)})");
        }

        return $this->add('Ternary', $node, "(({$this->text($node->cond)}) ? ({$this->text($node->else)}) : ({$this->text($node->if)}))");
    }

    private function arms(Expr\Match_ $match): null
    {
        for ($i = 1, $count = \count($match->arms); $i < $count; ++$i) {
            $one = ($match->arms[$i - 1] ?? throw new \LogicException())->body;
            $other = ($match->arms[$i] ?? throw new \LogicException())->body;
            $text = $this->text($other) . $this->between($one->getEndFilePos() + 1, $other->getStartFilePos()) . $this->text($one);
            $this->replace('MatchArmSwap', $one->getStartFilePos(), $other->getEndFilePos() + 1, $text, $match);
        }

        return null;
    }

    private function items(Expr\Array_ $array): null
    {
        $items = array_values($array->items);
        foreach ($items as $i => $item) {
            $next = $items[$i + 1] ?? null;
            $previous = $items[$i - 1] ?? null;
            $start = $next === null && $previous !== null ? $previous->getEndFilePos() + 1 : $item->getStartFilePos();
            $end = $next === null ? $item->getEndFilePos() + 1 : $next->getStartFilePos();
            $this->replace('ArrayItemRemoval', $start, $end, '', $item);
        }

        return null;
    }

    private function unwrap(Expr\FuncCall $call): null
    {
        $name = $call->name instanceof Node\Name ? $call->name->getLast() : '';
        if (\in_array($name, self::UNWRAPPED, true)) {
            $count = $name === 'min' || $name === 'max' ? 2 : 1;
            foreach (\array_slice($call->args, 0, $count) as $argument) {
                if ($argument instanceof Node\Arg && !$argument->unpack) {
                    $this->add('UnwrapFunction', $call, "({$this->text($argument->value)})");
                }
            }
        }

        return null;
    }

    private function boolean(Expr\ConstFetch $constant): null
    {
        return match ($constant->name->toLowerString()) {
            'true' => $this->add('TrueValue', $constant, 'false'),
            'false' => $this->add('FalseValue', $constant, 'true'),
            default => null,
        };
    }

    private function number(Scalar\Int_|Scalar\Float_ $number, string $kind): null
    {
        $this->add("Increment{$kind}", $number, "({$this->text($number)} + 1)");

        return $this->add("Decrement{$kind}", $number, "({$this->text($number)} - 1)");
    }

    private function add(string $mutator, Node $node, string $replacement): null
    {
        return $this->replace($mutator, $node->getStartFilePos(), $node->getEndFilePos() + 1, $replacement, $node);
    }

    private function replace(string $mutator, int $start, int $end, string $replacement, Node $node): null
    {
        $scopes = [[$node->getStartLine(), $node->getEndLine()]];
        $constant = null;
        foreach (array_reverse($this->path) as $outer) {
            if ($outer instanceof Stmt\ClassConst) {
                $constant = ($outer->consts[0] ?? null)?->name->name;
            }
            if ($outer instanceof Stmt && !$outer instanceof Stmt\ClassLike && !$outer instanceof Stmt\Namespace_) {
                $scopes[] = [$outer->getStartLine(), $outer->getEndLine()];
            }
        }
        $this->mutants[] = new Mutant($this->file, $mutator, $this->source, $start, $end, $replacement, $scopes, $constant);

        return null;
    }

    private function enclosingFunction(): ?Node\FunctionLike
    {
        foreach (array_reverse($this->path) as $outer) {
            if ($outer instanceof Node\FunctionLike) {
                return $outer;
            }
        }

        return null;
    }

    private function text(Node $node): string
    {
        return $this->between($node->getStartFilePos(), $node->getEndFilePos() + 1);
    }

    private function between(int $start, int $end): string
    {
        return substr($this->source, $start, $end - $start);
    }
}
