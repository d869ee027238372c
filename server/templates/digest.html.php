<?php

declare(strict_types=1);

/* Every value is escaped. There is little markup for each enquiry, because Gmail cuts what is longer than 102 KB. */

use Enquiry\Enquiry\Field;
use Enquiry\Shared\Text;

/** @var array<string, string> $light colours by name */
/** @var string $why */
/** @var list<array{name: string, headline: string, email: string, replyLink: string, callLink: string, whatsAppLink: string, received: string, reference: string, suspicion: string, sharedNumber: string, subject: string, shortSubject: string, message: string, notes: array<string>, details: list<array{?string, string, string}>}> $views */
$link = static fn(string $label, string $to): string => $to === '' ? '' : "<a class=\"rust\" href=\"{$to}\" style=\"display:inline-block;padding:10px 20px 10px 0;color:{$light['rust']};font-weight:bold;\">{$label}</a>";
?>
<tr><td class="card" style="padding:24px 20px;background:#FFFFFF;border:1px solid <?= $light['rule'] ?>;border-top:0;">
<div class="ink" style="padding:0 0 8px;color:<?= $light['ink'] ?>;font-size:28px;line-height:34px;font-weight:bold;letter-spacing:-0.3px;"><?= count($views) ?> enquiries</div>
<div class="ink" style="padding:0 0 16px;color:<?= $light['ink'] ?>;"><?= $why ?></div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed;">
<?php foreach ($views as $index => $view): ?>
<tr>
<td class="muted" width="36" valign="top" style="width:36px;padding:4px 0;color:<?= $light['muted'] ?>;"><?= $index + 1 ?></td>
<td class="ink" valign="top" dir="auto" style="padding:4px 0;color:<?= $light['ink'] ?>;word-wrap:break-word;overflow-wrap:anywhere;"><strong><?= $view['name'] ?></strong>: <?= $view['shortSubject'] ?><?= $view['suspicion'] === '' ? '' : " <span class=\"danger\" style=\"color:{$light['danger']};\">(may be spam)</span>" ?></td>
</tr>
<?php endforeach ?>
</table>
</td></tr>
<?php foreach ($views as $index => $view): ?>
<tr><td style="height:20px;font-size:1px;line-height:1px;">&nbsp;</td></tr>
<tr><td class="card" style="padding:16px 20px;background:#FFFFFF;border:1px solid <?= $light['rule'] ?>;color:<?= $light['ink'] ?>;word-wrap:break-word;overflow-wrap:anywhere;">
<div class="muted" style="color:<?= $light['muted'] ?>;font-size:15px;line-height:22px;"><?= $index + 1 ?> of <?= count($views) ?> &middot; <span translate="no"><?= $view['reference'] ?></span> &middot; <?= $view['received'] ?></div>
<div class="ink" dir="auto" style="font-size:20px;line-height:28px;font-weight:bold;"><?= $view['name'] ?></div>
<div class="ink" dir="auto" style="font-size:18px;line-height:26px;"><?= $view['subject'] ?></div>
<?php if ($view['suspicion'] !== ''): ?>
<div class="danger" style="padding:6px 0 0;color:<?= $light['danger'] ?>;"><?= $view['suspicion'] ?></div>
<?php endif ?>
<?php foreach (Text::filled([...$view['notes'], $view['sharedNumber']]) as $note): ?>
<div class="muted" style="padding:6px 0 0;color:<?= $light['muted'] ?>;"><?= $note ?></div>
<?php endforeach ?>
<div><?= implode('', array_map($link, ['Reply', 'Call', 'WhatsApp'], [$view['replyLink'], $view['callLink'], $view['whatsAppLink']])) ?></div>
<?php if ($view['message'] !== ''): ?>
<pre class="card ink" dir="auto" style="margin:4px 0 12px;padding:12px 0;border-top:1px solid <?= $light['rule'] ?>;border-bottom:1px solid <?= $light['rule'] ?>;color:<?= $light['ink'] ?>;font-family:Arial,Helvetica,sans-serif;font-size:17px;line-height:27px;white-space:pre-wrap;word-wrap:break-word;overflow-wrap:anywhere;"><?= $view['message'] ?></pre>
<?php endif ?>
<?php foreach ($view['details'] as [$role, $label, $value]): ?>
<div class="ink" style="font-size:15px;line-height:22px;"><span class="muted" style="color:<?= $light['muted'] ?>;"><?= Field::heading($label) ?></span> <span<?= $role === 'email' ? ' translate="no"' : '' ?> dir="auto"><?= strtr($value, ["\n" => '<br>']) ?></span></div>
<?php endforeach ?>
</td></tr>
<?php endforeach ?>
