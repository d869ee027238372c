<?php

declare(strict_types=1);

namespace Enquiry\Tests;

use Enquiry\Tests\Support\Contract;
use Enquiry\Tests\Support\Environment;
use Enquiry\Tests\Support\ServerCopy;
use Enquiry\Tests\Support\WebServer;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Filesystem\Filesystem;
use Symfony\Component\Process\Process;

/** What of the server one ordinary enquiry loads before its answer, with the packages of a live site and a .env. */
final class LoadedFilesTest extends TestCase
{
    /** Each costs every visitor something. A higher number wants a reason. */
    private const MOST = 47;

    private ?ServerCopy $copy = null;
    private ?WebServer $site = null;

    protected function tearDown(): void
    {
        $this->site?->stop();
        $this->copy?->delete();
    }

    public function test_an_enquiry_loads_no_more_files_than_it_did_and_none_for_delivery(): void
    {
        $copy = $this->copy = ServerCopy::make();
        self::leaveOutPackagesOfDevelopment($copy);
        $env = '';
        foreach (Environment::for(Environment::deadPort(), ['LOG_LEVEL' => 'info', 'SITE_URL' => 'https://www.kokerboom.example']) as $key => $value) {
            $env .= "{$key}='{$value}'\n";
        }
        file_put_contents("{$copy->root}/.env", $env);
        $list = "{$copy->root}/loaded";
        // Called when the answer leaves, before the delivery. The endpoint drops an output buffer that was opened here.
        $copy->replace('list.php', "<?php header_register_callback(static fn() => file_put_contents('{$list}', implode(\"\\n\", get_included_files()), FILE_APPEND));");

        $this->site = WebServer::start([], ['auto_prepend_file' => "{$copy->server}/list.php"], $copy->server);
        $this->site->postMessage(); // Makes the tables.
        file_put_contents($list, '');
        $answer = $this->site->request('POST', ['Content-Type' => 'application/json'], Contract::json(['subject' => 'Another'] + Contract::answers()['message']));
        $files = str_replace(["{$copy->server}/", (string) realpath($copy->server) . '/'], '', explode("\n", (string) file_get_contents($list)));
        $files = array_values(array_diff($files, ['list.php']));

        self::assertSame(200, $answer->status);
        self::assertContains('public/contact_process.php', $files);
        self::assertLessThanOrEqual(self::MOST, \count($files), implode("\n", $files));
        self::assertSame([], preg_grep('~^src/(?:Mail|Console|Doctor)/|^vendor/phpmailer/~', $files));
    }

    /** As the build does it; Composer must not write through the links of the copy. */
    private static function leaveOutPackagesOfDevelopment(ServerCopy $copy): void
    {
        $copy->remove('vendor/composer');
        (new Filesystem())->mirror(__DIR__ . '/../../server/vendor/composer', "{$copy->server}/vendor/composer");
        $copy->replace('vendor/autoload.php', '');
        (new Process(['composer', "--working-dir={$copy->server}", '--no-interaction', '--quiet', 'dump-autoload', '--no-dev', '--classmap-authoritative'], env: ['COMPOSER_ALLOW_SUPERUSER' => '1']))->mustRun();
    }
}
