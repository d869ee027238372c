<?php

declare(strict_types=1);

namespace Enquiry\Configuration;

/**
 * The folders of this installation. Without a release, as in the repository and in an upload by hand, the server folder
 * holds everything. `npm run deploy` puts the code into code/<code>/server and the pages into releases/<release>/pages.
 */
final readonly class Installation
{
    /** The folder of .env. */
    private string $root;

    /**
     * @param string $server  the folder of the code: it holds src and vendor
     * @param string $release as release.txt names it; empty without one
     */
    public function __construct(public string $server, public string $release = '')
    {
        $this->root = \dirname($server, $release === '' ? 1 : 3);
    }

    /** Of the running code. The release is passed in, because release.txt may change during a request. */
    public static function running(string $release = ''): self
    {
        return new self(\dirname(__DIR__, 2), $release);
    }

    /** In the repository, `npm start` writes its settings into the second file, so that the console reads the same. */
    public function environment(): string
    {
        $started = "{$this->data()}/npm-start.env";

        return is_file($started) ? $started : "{$this->root}/.env";
    }

    /** The file that a pass for the console leaves beside .env. */
    public function pass(string $id): string
    {
        return "{$this->root}/console-{$id}.pass";
    }

    /** The default of DATA_DIR. */
    public function data(): string
    {
        return "{$this->root}/server/data";
    }

    /** The pages that the build made for the endpoint. */
    public function pages(): string
    {
        return $this->release === '' ? "{$this->server}/pages" : "{$this->root}/releases/{$this->release}/pages";
    }

    /**
     * The folders of forms. In the repository a firm may have its own; the build puts all of them into one folder.
     * @param string $identity IDENTITY
     * @return list<string>
     */
    public function forms(string $identity): array
    {
        return ["{$this->server}/forms", "{$this->root}/{$identity}/forms"];
    }

    /** Runs the live release's commands, so its path is right after the next release too. */
    public function console(): string
    {
        return "{$this->root}/server/console";
    }
}
