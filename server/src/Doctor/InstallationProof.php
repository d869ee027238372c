<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Database\DataFolder;
use Enquiry\Database\NoteFile;
use Psr\Clock\ClockInterface;
use Symfony\Component\HttpFoundation\Request;

/** Proves to doctor that the site uses this installation's data folder, by repeating the content of doctor's file. */
final readonly class InstallationProof
{
    public const HEADER = 'Website-Doctor';

    private const SECONDS_VALID = 60;

    public function __construct(private DataFolder $folder, private ClockInterface $clock) {}

    /** @param string $id 32 random hexadecimal digits */
    public static function fileName(string $id): string
    {
        return "doctor-{$id}.txt";
    }

    /** @return ?string null if there is no such file */
    public function askedFor(Request $request): ?string
    {
        $id = $request->headers->get(self::HEADER) ?? '';

        return preg_match('/^[0-9a-f]{32}$/D', $id) === 1
            ? (new NoteFile($this->folder, self::fileName($id), $this->clock))->read(self::SECONDS_VALID)
            : null;
    }
}
