<?php

declare(strict_types=1);

use Enquiry\Application;
use Enquiry\Configuration\Installation;
use Enquiry\Console\RemoteConsole;
use Enquiry\Http\FatalErrorHandler;

/*
 * The front controller. The build copies it into the document root under the name of each script of the endpoint. It
 * uses old syntax, so that a server with an old PHP reaches its answers.
 */

/** @var array<string, string> $_SERVER */
$script = basename(__FILE__);
$documentRoot = dirname(__DIR__);
// Inside comes first: the folder beside the document root may belong to another site. With DEPLOY_PRIVATE, the build
// replaces this line.
$private = @file_exists("{$documentRoot}/private") ? "{$documentRoot}/private" : dirname($documentRoot) . '/private';
if ($script === 'index.php') {
    // In the repository, this file is beside the code, and answers for every script.
    $private = $documentRoot;
    $script = basename($_SERVER['SCRIPT_NAME'] ?? '');
    if (preg_match('/^(?:contact_(?:sent|health|work)|[a-z]+_process)\.php$/D', $script) !== 1) {
        http_response_code(404);

        return;
    }
}
// Sent if the program cannot run, or stops with an error: media type and text.
$isForm = stripos($_SERVER['CONTENT_TYPE'] ?? '', 'application/x-www-form-urlencoded') === 0;
if ($script === 'contact_sent.php') {
    // Visitors are redirected there after their enquiry is stored.
    $failure = ['text/plain', 'If you have just sent us a message, it has reached us. We cannot show you the '
        . 'confirmation at the moment.'];
} elseif (preg_match('/_process\.php$/D', $script) !== 1) {
    // For operators and their monitors.
    $failure = ['application/json', '{"status":"failing"}'];
} elseif ($isForm && ($_SERVER['HTTP_ACCEPT'] ?? '') !== 'application/json') {
    $failure = ['text/plain', 'Something went wrong on our side and your message was not sent. Please go back in your '
        . 'browser: what you typed is still there. Try again, or call us.'];
} else {
    $failure = ['application/json', '{"status":"error","code":"server_error","message":"Something went wrong on our '
        . 'side and your enquiry was not sent. Please try again, or call us."}'];
}
$server = "{$private}/server";
// npm run deploy writes the names of the live release and of its code.
$release = '';
$isRelease = @is_file("{$private}/release.txt");
if ($isRelease) {
    preg_match('/^([0-9a-f]{12}) ([0-9a-f]{12})\s*$/D', (string) @file_get_contents("{$private}/release.txt"), $live);
    $release = $live[1] ?? '';
    $server = "{$private}/code/" . ($live[2] ?? 'unknown') . '/server';
}
// Silenced, because a host may forbid access outside the document root.
$site = trim((string) @file_get_contents("{$private}/site.txt"));
$isOwn = $site === '' || $site === 'SITE_URL';
$missing = '';
if ($isOwn && @is_file("{$server}/src/Http/FatalErrorHandler.php")) {
    // An old copy of this file may run newer code, because opcache may keep it: do not rename what it uses.
    require "{$server}/src/Http/FatalErrorHandler.php";
    FatalErrorHandler::register($failure, "{$private}/server");
    /** @var string $missing */
    $missing = require "{$server}/extensions.php";
    if ($missing === '') {
        require "{$server}/vendor/autoload.php";
        // The code of an earlier release has no such class.
        $isWork = $script === 'contact_work.php' && class_exists(RemoteConsole::class);
        if (!$isWork || !RemoteConsole::answer(Installation::running($release))) {
            Application::answer($script, Installation::running($release));
        }

        return;
    }
    FatalErrorHandler::note($missing);
}

$reason = $isOwn
    ? "{$server} is incomplete or cannot be read: " . ($isRelease
        ? "{$private}/release.txt does not name a complete release. Run npm run deploy again. After an upload by "
            . "hand, delete the file."
        : "upload the whole folder private into {$documentRoot} or beside it.")
    : "{$private} belongs to {$site}, and {$documentRoot} to SITE_URL: upload www and private of the same build.";
$allowed = function_exists('ini_get') ? (string) ini_get('open_basedir') : '';
$isAllowed = $allowed === '';
$path = "{$private}/";
while (preg_match('~/[^/]+/\.\./~', $path) === 1) {
    $path = (string) preg_replace('~/[^/]+/\.\./~', '/', $path, 1);
}
foreach (explode(\PATH_SEPARATOR, $allowed) as $folder) {
    $folder = rtrim($folder, '/') . '/';
    $isAllowed = $isAllowed || strncmp($path, $folder, strlen($folder)) === 0;
}
if ($isOwn && !$isAllowed) {
    $reason .= " PHP's setting open_basedir allows PHP only {$allowed}: add {$private} to it, or move private into "
        . "{$documentRoot}.";
}
$problem = $isOwn
    ? 'PHP cannot read the folder private' . ($isAllowed ? '.' : ', because its setting open_basedir forbids it.')
    : 'The folders www and private are of different builds.';
if ($missing !== '') {
    $reason = $problem = $missing;
}
function_exists('error_log') && error_log($reason);
if ($failure[1] === '{"status":"failing"}') {
    $failure[1] = '{"status":"failing","message":"' . $problem . ' See PHP\'s error log."}';
}
http_response_code(500);
header('Cache-Control: no-store');
header("Content-Type: {$failure[0]}; charset=utf-8");
header('X-Content-Type-Options: nosniff');
echo $failure[1];
