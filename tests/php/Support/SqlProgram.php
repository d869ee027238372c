<?php

declare(strict_types=1);

namespace Enquiry\Tests\Support;

use Symfony\Component\Process\InputStream;
use Symfony\Component\Process\Process;

final readonly class SqlProgram
{
    private const LOOP = '$db = new PDO("sqlite:$argv[1]"); while ($sql = fgets(STDIN)) { echo $db->query($sql)->fetchColumn(), "\n"; }';

    private InputStream $input;
    private Lines $answers;

    public function __construct(string $file)
    {
        $this->input = new InputStream();
        $this->answers = Programs::start(new Process([\PHP_BINARY, '-r', self::LOOP, $file], input: $this->input));
    }

    /** @return string the first column of the first row */
    public function ask(string $sql): string
    {
        $this->input->write("{$sql}\n");

        return $this->answers->next();
    }
}
