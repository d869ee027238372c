<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Enquiry\Http\Pages;
use Enquiry\Http\RequestReader;
use Enquiry\Http\ScriptResponder;
use Enquiry\Queue\Finding;
use Enquiry\Shared\Text;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** Shows doctor's findings to an operator without a shell: contact_work.php?doctor. It shows nothing about visitors. */
final class StatusPage
{
    private const HEADINGS = [
        Finding::PROBLEM => 'Problems',
        Finding::WARNING => 'Warnings',
        Finding::OK => 'Passed',
    ];

    public static function answer(Request $request, Doctor $doctor): Response
    {
        // Mail servers and name servers may be slow.
        \function_exists('set_time_limit') && set_time_limit(120);
        if ($request->headers->get('Accept') === RequestReader::JSON) {
            return ScriptResponder::answer(200, $doctor->toArray());
        }
        $findings = Finding::sorted($doctor->findings());
        $content = '';
        foreach (self::HEADINGS as $level => $heading) {
            $items = implode('', array_map(self::item(...), $findings[$level]));
            $content .= $items === '' ? '' : "<h2>{$heading}</h2><ul>{$items}</ul>";
        }
        $content .= $doctor->queue === [] ? '' : self::table('The queue', $doctor->queue);
        $content .= self::table('The settings as they were read', $doctor->settings->asRead());
        $problems = \count($findings[Finding::PROBLEM]);

        return self::page($problems === 0 ? 'No problems found' : "Problems: {$problems}", $content);
    }

    private static function item(Finding $finding): string
    {
        $fix = $finding->fix === '' ? '' : '<br>→ ' . self::text($finding->fix);

        return '<li>' . self::text($finding->what) . "{$fix}</li>";
    }

    /** @param array<string, string> $rows */
    private static function table(string $heading, array $rows): string
    {
        $cells = '';
        foreach ($rows as $name => $value) {
            $cells .= "<tr><td>{$name}</td><td>" . self::text($value) . '</td></tr>';
        }

        return "<h2>{$heading}</h2><table>{$cells}</table>";
    }

    /** Lets long paths break on a phone. The Content-Security-Policy allows no styles, so this adds <wbr>. */
    private static function text(string $text): string
    {
        return (string) preg_replace('~[/\\\\._=?,:@-]+~', '$0<wbr>', Text::html(mb_scrub($text, 'UTF-8')));
    }

    private static function page(string $title, string $content): Response
    {
        $head = '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" '
            . 'content="width=device-width"><meta name="color-scheme" content="light dark">';

        return Pages::of(
            'text/html',
            "{$head}<title>{$title}</title><h1>{$title}</h1>{$content}\n",
            200,
            ['Content-Security-Policy' => "default-src 'none'; frame-ancestors 'none'"],
        );
    }
}
