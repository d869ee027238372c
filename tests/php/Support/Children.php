<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Enquiry\Database\StoreUnavailable;

final class Children
{
    private const ATTEMPTS = 20;

    /**
     * @param \Closure(int): (\Closure(): string) $prepare gets the child's number, connects, and returns the work
     *
     * @return list<string> the result of each child
     */
    public static function run(int $count, \Closure $prepare): array
    {
        $gate = tmpfile();
        \assert($gate !== false);
        $gatePath = stream_get_meta_data($gate)['uri'] ?? '';
        flock($gate, \LOCK_EX);
        $pipes = [];
        for ($i = 0; $i < $count; ++$i) {
            $pair = stream_socket_pair(\STREAM_PF_UNIX, \STREAM_SOCK_STREAM, 0);
            \assert($pair !== false);
            $pid = pcntl_fork();
            if ($pid === 0) {
                fclose($pair[0]);
                try {
                    $work = self::patiently(static fn(): \Closure => $prepare($i));
                    fwrite($pair[1], '.');
                    self::wait($gatePath);
                    $said = self::patiently($work);
                } catch (\Throwable $failure) {
                    $said = $failure::class . ': ' . $failure->getMessage();
                }
                fwrite($pair[1], $said);
                fclose($pair[1]);
                posix_kill((int) getmypid(), \SIGKILL);
            }
            fclose($pair[1]);
            $pipes[$pid] = $pair[0];
        }
        foreach ($pipes as $pipe) {
            fread($pipe, 1);
        }
        flock($gate, \LOCK_UN);
        $said = [];
        foreach ($pipes as $pid => $pipe) {
            $said[] = (string) stream_get_contents($pipe);
            pcntl_waitpid($pid, $status);
        }

        return $said;
    }

    /**
     * On a busy machine a child may wait too long for the database's lock. It then tries again, as a visitor would.
     *
     * @template T
     * @param \Closure(): T $work
     * @return T
     */
    private static function patiently(\Closure $work): mixed
    {
        for ($attempt = 1;; ++$attempt) {
            try {
                return $work();
            } catch (StoreUnavailable $unavailable) {
                if ($attempt === self::ATTEMPTS) {
                    throw $unavailable;
                }
            }
        }
    }

    /** Does the work when this process ends, and not when one of its children ends. */
    public static function afterTheParent(\Closure $work): void
    {
        $parent = getmypid();
        register_shutdown_function(static function () use ($work, $parent): void {
            if (getmypid() === $parent) {
                $work();
            }
        });
    }

    private static function wait(string $gate): void
    {
        $handle = fopen($gate, 'r');
        \assert($handle !== false);
        flock($handle, \LOCK_SH);
    }
}
