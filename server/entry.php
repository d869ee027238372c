<?php

declare(strict_types=1);

/*
 * The build puts this file into the document root under the name of each script that a browser may reach.
 * It uses old syntax, so that a server with an old PHP reaches the script's own answer.
 */

$documentRoot = dirname(__DIR__);
// Inside comes first: the folder beside the document root may belong to another site.
$private = @file_exists("{$documentRoot}/private") ? "{$documentRoot}/private" : dirname($documentRoot) . '/private';
$script = "{$private}/server/public/" . basename(__FILE__);
// Silenced, because a host may forbid access outside the document root. Uploads of 1.0.0 have no site.txt.
$site = trim((string) @file_get_contents("{$private}/site.txt"));
$isOwn = $site === '' || $site === 'SITE_URL';
if ($isOwn && @is_file($script)) {
    require $script;

    return;
}

$reason = $isOwn
    ? "{$script} is missing or cannot be read: upload the whole folder private into {$documentRoot} or beside it."
    : "{$private} belongs to {$site}, and {$documentRoot} to SITE_URL: upload www and private of the same build.";
function_exists('error_log') && error_log($reason);
http_response_code(500);
header('Cache-Control: no-store');
$type = $_SERVER['CONTENT_TYPE'] ?? '';
if (is_string($type) && stripos($type, 'application/x-www-form-urlencoded') === 0) {
    header('Content-Type: text/plain; charset=utf-8');
    echo 'Something went wrong on our side and your message was not sent. Please go back in your browser: what you typed is still there. Try again, or phone us.';
} else {
    header('Content-Type: application/json; charset=utf-8');
    echo '{"status":"error","code":"server_error","message":"Something went wrong on our side and your enquiry was not sent. Please try again, or phone us."}';
}
