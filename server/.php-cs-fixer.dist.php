<?php

declare(strict_types=1);

use PhpCsFixer\Config;
use PhpCsFixer\Finder;
use PhpCsFixer\Runner\Parallel\ParallelConfigFactory;

return (new Config())
    ->setRiskyAllowed(true)
    ->setParallelConfig(ParallelConfigFactory::detect())
    ->setCacheFile(__DIR__ . '/.cache/php-cs-fixer.json')
    ->setRules([
        '@PER-CS' => true,
        '@PER-CS:risky' => true,
        '@PHP8x2Migration' => true,
        '@PHP8x2Migration:risky' => true,
        'declare_strict_types' => true,
        'native_constant_invocation' => true,
        'native_function_invocation' => ['include' => ['@compiler_optimized'], 'scope' => 'namespaced'],
        'no_unused_imports' => true,
        'ordered_imports' => true,
        'strict_comparison' => true,
        'strict_param' => true,
    ])
    ->setFinder(
        (new Finder())
            ->files()
            ->name('*.php')
            ->in([__DIR__ . '/src', __DIR__ . '/../tests/php'])
            ->append([__FILE__, ...glob(__DIR__ . '/*.php') ?: [], __DIR__ . '/console']),
    );
