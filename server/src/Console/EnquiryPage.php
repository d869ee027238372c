<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Database\Row;
use Enquiry\Mail\EnquiryView;
use Enquiry\Shared\Text;

/** One enquiry as the mail shows it, and who has it. */
final class EnquiryPage
{
    /**
     * @param list<Row> $deliveries rows of the table delivery
     * @return string without control characters, which could control the terminal
     */
    public static function text(EnquiryView $view, array $deliveries): string
    {
        $page = implode("\n\n", [
            ...Text::filled([$view->suspicion, $view->promised]),
            $view->lines(),
            ...$view->message === '' ? [] : ["Message:\n{$view->message}"],
            "Delivery:\n"
                . ($deliveries === [] ? 'Nobody has it.' : implode("\n", array_map(self::delivery(...), $deliveries))),
        ]);

        return implode("\n", array_map(Text::line(...), explode("\n", $page)));
    }

    private static function delivery(Row $row): string
    {
        $state = $row->text('state');
        $accepted = $row->numberOrNull('delivered_at');
        [$attempts, $unanswered] = [$row->number('attempts'), $row->number('unanswered')];
        $error = rtrim($row->textOrNull('error') ?? '', '. ');

        return "{$row->text('target')}: " . implode('; ', Text::filled([
            $state,
            $state === 'waiting' ? 'next attempt after ' . Output::time($row->number('due_at')) : '',
            $accepted === null ? '' : 'accepted on ' . Output::time($accepted),
            $attempts === 0 ? '' : "refused attempts: {$attempts}",
            $unanswered === 0 ? '' : "unanswered attempts: {$unanswered}",
            $error === '' ? '' : "last error: {$error}",
        ]));
    }
}
