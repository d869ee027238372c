<?php

declare(strict_types=1);

namespace Enquiry\Queue;

use Enquiry\Database\DataFolder;
use Enquiry\Database\StoreUnavailable;

/**
 * A locked file beside each lease. The kernel releases the lock when the process ends, so that other processes of this
 * machine need not wait for the lease to run out.
 */
final readonly class LeaseLock
{
    private const UNSENT = 'unsent';

    /** @param resource $file */
    private function __construct(public string $lease, private string $path, private mixed $file) {}

    /** Call it before the claim. Then an enquiry with this lease always has a locked file. @throws StoreUnavailable */
    public static function take(DataFolder $folder): self
    {
        $lease = bin2hex(random_bytes(16));
        $name = "lease-{$lease}.lock";
        $file = $folder->openPrivate($name);
        flock($file, \LOCK_EX);
        @fwrite($file, self::UNSENT);

        return new self($lease, $folder->file($name), $file);
    }

    /** An empty file says that the mail may have been sent. Emptying needs no room on the disk. */
    public function beforeSending(): void
    {
        ftruncate($this->file, 0);
    }

    public function remove(): void
    {
        @unlink($this->path);
    }

    /**
     * The leases of processes that ended. Each file is removed after its turn.
     * @return iterable<string, bool> by lease, whether its mail was certainly not sent
     */
    public static function abandoned(DataFolder $folder): iterable
    {
        foreach ($folder->names('/^lease-[0-9a-f]{32}\.lock$/D') as $name) {
            $file = @fopen($folder->file($name), 'r+');
            if ($file !== false && flock($file, \LOCK_EX | \LOCK_NB)) {
                yield substr($name, 6, 32) => stream_get_contents($file) === self::UNSENT;
                @unlink($folder->file($name));
            }
        }
    }
}
