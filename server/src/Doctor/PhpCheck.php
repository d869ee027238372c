<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Storage\Dialect;

/** composer.json is what says which PHP and which extensions are needed. */
final readonly class PhpCheck implements Check
{
    /** Mail cannot be sent without them. What else hosts disable, standIns.php stands in for. */
    private const FUNCTIONS = ['stream_context_create', 'stream_get_meta_data', 'stream_select', 'stream_set_blocking', 'stream_socket_client', 'stream_socket_enable_crypto'];

    /** @param ?Dialect $database what enquiries are kept in, as far as it is known */
    public function __construct(private string $composerFile, private ?Dialect $database = null) {}

    public function findings(): iterable
    {
        $json = is_file($this->composerFile) ? @file_get_contents($this->composerFile) : false;
        $composer = json_decode((string) $json, true);
        $required = \is_array($composer) ? $composer['require'] ?? null : null;
        if (!\is_array($required)) {
            yield Finding::problem("{$this->composerFile} is missing or cannot be read.", 'Upload the server folder again, whole.');

            return;
        }
        yield from self::version(\is_string($required['php'] ?? null) ? ltrim($required['php'], '>=^~ ') : '0');
        yield from self::extensions([
            ...array_keys($required),
            ...array_map(static fn(string $name): string => "ext-{$name}", $this->database?->extensions() ?? []),
        ]);
        yield from $this->settings();
    }

    /** @return iterable<Finding> */
    private function settings(): iterable
    {
        $missing = array_filter(self::FUNCTIONS, static fn(string $function): bool => !\function_exists($function));
        if ($missing !== []) {
            yield Finding::problem('PHP has functions disabled without which no mail can be sent: ' . implode(', ', $missing) . '.', 'Have them taken out of disable_functions in php.ini, for the command line and for the web server.');
        }
        if (!str_contains(strtoupper((string) \ini_get('variables_order')), 'S')) {
            yield Finding::warning('variables_order in php.ini has no S: under some web servers PHP then tells scripts nothing of the request.', 'Set variables_order = "GPCS" in php.ini, for the web server too.');
        }
        // The only limit on waiting for MySQL; a day unless it is set.
        if ($this->database === Dialect::Mysql && @ini_set('mysqlnd.net_read_timeout', (string) \ini_get('mysqlnd.net_read_timeout')) === false) {
            yield Finding::warning('ini_set() is disabled: a database server that hangs would be waited for as long as php.ini says.', 'Set mysqlnd.net_read_timeout = 2 in php.ini, for the web server.');
        }
        if (!self::canKeepFiles()) {
            yield Finding::problem('The temporary folder of PHP, ' . sys_get_temp_dir() . ', is missing, full or closed: an enquiry of more than 16 KB is refused.', 'Make room in it or open it, or set sys_temp_dir in php.ini to a folder that the user of PHP may write to.');
        }
    }

    /** As PHP itself keeps the body of a request. */
    private static function canKeepFiles(): bool
    {
        $file = @fopen('php://temp/maxmemory:1', 'w+');

        return $file !== false && @fwrite($file, str_repeat(' ', 65_536)) === 65_536;
    }

    /** @return iterable<Finding> */
    private static function version(string $least): iterable
    {
        yield version_compare(\PHP_VERSION, $least, '>=')
            ? Finding::ok('PHP ' . \PHP_VERSION . ' is new enough, on the command line at least.')
            : Finding::problem('PHP ' . \PHP_VERSION . " is too old: {$least} or newer is needed.", 'Choose a newer PHP in the control panel of your host.');
    }

    /**
     * @param list<int|string> $packages
     *
     * @return iterable<Finding>
     */
    private static function extensions(array $packages): iterable
    {
        $missing = [];
        foreach ($packages as $package) {
            $extension = preg_replace('/^ext-/', '', (string) $package, count: $isExtension);
            if ($isExtension === 1 && !\extension_loaded((string) $extension)) {
                $missing[] = (string) $extension;
            }
        }
        yield $missing === []
            ? Finding::ok('PHP has every extension that is needed.')
            : Finding::problem('PHP lacks extensions: ' . implode(', ', $missing) . '.', 'Switch them on in php.ini or in the control panel of your host, for the command line and for the web server.');
    }
}
