<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Configuration\Configuration;
use Enquiry\Configuration\Installation;
use Enquiry\Configuration\InvalidConfiguration;
use Enquiry\Http\Responses;
use Enquiry\Parts;
use Enquiry\Shared\Clock;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Input\ArgvInput;
use Symfony\Component\Console\Style\SymfonyStyle;
use Symfony\Component\HttpFoundation\Request;

/**
 * `npm run console`: runs a command for an operator without a shell. Each line of the answer is what the command prints
 * (Frames), `ask` with the fingerprint of a question, `confirmed`, or, at the end, `exit` with the exit code.
 */
final readonly class RemoteConsole
{
    private const AUTHORIZATION = '/^Bearer console\.([0-9a-f]{16})\.([0-9a-f]{64})$/D';
    private const LONGEST_BODY = 65_536;

    /** @return bool false if it is another request for contact_work.php */
    public static function answer(Installation $installation, Clock $clock = new Clock()): bool
    {
        $request = new Request([], [], [], [], [], $_SERVER);
        $authorization = $request->headers->get('Authorization') ?? '';
        // Not getMethod(), which a header can change.
        if ($request->getRealMethod() !== 'POST' || preg_match(self::AUTHORIZATION, $authorization, $pass) !== 1) {
            return false;
        }
        $body = (string) file_get_contents('php://input', length: self::LONGEST_BODY);
        if (!Pass::isAccepted($installation->pass($pass[1]), $pass[2] . $body, $clock)) {
            Responses::send(Responses::text('The pass is not valid.', 401, ['WWW-Authenticate' => 'Bearer']));

            return true;
        }
        $coded = strtr((string) preg_replace('/^request=/', '', $body), '-_', '+/');
        $asked = json_decode((string) base64_decode($coded, true), true);
        $words = \is_array($asked) ? $asked['arguments'] ?? null : null;
        $arguments = \is_array($words) ? array_values(array_filter($words, \is_string(...))) : [];
        if (!\is_array($asked) || $arguments !== $words) {
            Responses::send(Responses::text('The request is not valid.', 400));

            return true;
        }
        self::begin(\is_int($asked['columns'] ?? null) ? $asked['columns'] : 80);
        $confirmed = $asked['confirmed'] ?? '';
        $code = self::run(
            $installation,
            $arguments,
            new RemoteOutput(($asked['isDecorated'] ?? false) === true),
            \is_string($confirmed) ? $confirmed : '',
        );
        echo "exit {$code}\n";

        return true;
    }

    /** Lets the answer arrive while the command runs. */
    private static function begin(int $columns): void
    {
        // A command goes on to its end if the line is cut.
        ignore_user_abort(true);
        \function_exists('set_time_limit') && set_time_limit(0);
        while (ob_get_level() > 0 && @ob_end_clean());
        ob_implicit_flush();
        header('Content-Type: application/octet-stream');
        header('Cache-Control: no-store, no-transform');
        header('X-Content-Type-Options: nosniff');
        // For nginx.
        header('X-Accel-Buffering: no');
        flush();
        foreach (['COLUMNS' => $columns, 'LINES' => 24] as $name => $value) {
            \function_exists('putenv') && putenv("{$name}={$value}");
        }
    }

    /**
     * @param list<string> $arguments
     * @return int the exit code
     */
    private static function run(
        Installation $installation,
        array $arguments,
        RemoteOutput $output,
        string $confirmed,
    ): int {
        $input = new ArgvInput(['console', ...$arguments]);
        $empty = fopen('php://memory', 'r');
        \assert($empty !== false);
        $input->setStream($empty);
        $load = static fn(): Configuration => Configuration::load($installation);
        $console = new Console($load, $installation, terminal: new RemoteTerminal($input, $confirmed));
        $name = $arguments[0] ?? 'commands';
        // Symfony would also run what is hidden, and names that are cut short.
        if ($arguments !== [] && !\in_array($name, [...$console->names, 'help'], true)) {
            $io = (new SymfonyStyle($input, $output))->getErrorStyle();
            $io->writeln('<error>The commands are ' . implode(', ', $console->names) . ' and help.</error>');

            return Command::INVALID;
        }
        self::log($load, $name);
        $console->setAutoExit(false);

        return $console->run($input, $output);
    }

    /** @param \Closure(): Configuration $load */
    private static function log(\Closure $load, string $command): void
    {
        $line = 'A command was run from the operator\'s computer.';
        try {
            (new Parts($load()))->log()->info($line, ['event' => 'remote command', 'command' => $command]);
        } catch (InvalidConfiguration) {
            \function_exists('error_log') && error_log("{$line} {$command}");
        }
    }
}
