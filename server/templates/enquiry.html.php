<?php

declare(strict_types=1);

/*
 * Every value is escaped. Mail clients drop most style elements, so styles are inline: the style element is for dark mode
 * and print. Outlook ignores the padding of a link, so the cells of the buttons have it too.
 */

use Enquiry\Shared\Text;

/** @var array<string, string> $light colours by name */
/** @var array<string, string> $dark colours by name */
/** @var string $preview */
/** @var string $forSales empty if there is nothing to say */
/** @var string $heading */
/** @var string $answer */
/** @var string $firm */
/** @var string $mark the content ID of the firm's mark; empty for none */
/** @var array{name: string, email: string, mailLink: string, callLink: string, whatsAppLink: string, received: string, form: string, reference: string, subject: string, message: string, notes: array<string>, promised: string, isLate: bool, details: list<array{?string, string, string}>} $view */
$links = Text::filled(['Call' => $view['callLink'], 'WhatsApp' => $view['whatsAppLink']]);
$actions = array_map(null, array_keys($links), $links);
$details = [];
foreach ($view['details'] as [$role, $label, $value]) {
    $link = ['email' => $view['mailLink'], 'number' => $view['callLink']][$role] ?? '';
    $details[] = [$label, $link !== ''
        ? '<a class="rust" dir="auto" translate="no" href="' . $link . '" style="color:' . $light['rust'] . ';">' . $value . '</a>'
        : '<span dir="auto">' . strtr($value, ["\n" => '<br>']) . '</span>'];
}
array_push($details, ['Received', $view['received']], ['Form', $view['form']], ['Reference', '<span translate="no">' . $view['reference'] . '</span>']);
?>
<!DOCTYPE html>
<html lang="en-ZA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title><?= $view['subject'] ?></title>
<style>
@media (prefers-color-scheme: dark) {
  .paper { background: <?= $dark['paper'] ?> !important; }
  .card { background: <?= $dark['sand'] ?> !important; border-color: <?= $dark['rule'] ?> !important; }
  .note { background: <?= $dark['paper'] ?> !important; border-color: <?= $dark['danger'] ?> !important; }
  .calm { border-color: <?= $dark['aloe'] ?> !important; }
  .ink { color: <?= $dark['ink'] ?> !important; }
  .danger { color: <?= $dark['danger'] ?> !important; }
  .muted { color: <?= $dark['muted'] ?> !important; }
  .rust { color: <?= $dark['rust'] ?> !important; border-color: <?= $dark['rust'] ?> !important; }
  .ground { background: <?= $dark['rust'] ?> !important; border-color: <?= $dark['rust'] ?> !important; color: <?= $dark['on-rust'] ?> !important; }
}
@media print {
  .screen { display: none !important; }
}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:<?= $light['paper'] ?>;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="paper" style="background:<?= $light['paper'] ?>;">
<tr><td align="center" style="padding:24px 12px 32px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:24px;">
<?php if ($forSales !== ''): ?>
<tr><td style="padding:0 0 20px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="note ink" style="padding:12px 16px;background:<?= $light['paper'] ?>;border-left:4px solid <?= $light['danger'] ?>;color:<?= $light['ink'] ?>;"><?= $forSales ?></td></tr></table>
</td></tr>
<?php endif ?>
<tr><td style="padding:0 8px 14px;">
<div dir="auto" style="display:none;max-height:0;overflow:hidden;mso-hide:all;"><?= $preview . str_repeat('&#847;&zwnj;&nbsp;', max(0, 150 - mb_strlen($preview, 'UTF-8'))) ?></div>
<?php if ($mark !== ''): ?>
<img src="cid:<?= $mark ?>" width="32" height="32" alt="" style="display:block;margin:0 0 10px;border:0;">
<?php endif ?>
<div class="muted" style="color:<?= $light['muted'] ?>;font-size:15px;line-height:18px;"><?= $heading ?></div>
</td></tr>
<tr><td class="ground" bgcolor="<?= $light['rust'] ?>" height="4" style="height:4px;background:<?= $light['rust'] ?>;font-size:1px;line-height:1px;mso-line-height-rule:exactly;"></td></tr>
<tr><td class="card" style="padding:24px 20px;background:#FFFFFF;border:1px solid <?= $light['rule'] ?>;border-top:0;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed;">
<tr><td class="ink" dir="auto" style="color:<?= $light['ink'] ?>;font-size:28px;line-height:34px;font-weight:bold;letter-spacing:-0.3px;word-wrap:break-word;"><?= $view['name'] ?></td></tr>
<tr><td class="ink" dir="auto" style="padding:6px 0 4px;color:<?= $light['ink'] ?>;font-size:18px;line-height:26px;word-wrap:break-word;"><strong style="font-weight:normal;"><?= $view['subject'] ?></strong></td></tr>
<tr><td class="muted" style="padding:0 0 16px;color:<?= $light['muted'] ?>;font-size:15px;line-height:22px;word-wrap:break-word;"><?= $answer ?></td></tr>
<?php if ($view['promised'] !== ''): ?>
<tr><td class="<?= $view['isLate'] ? 'danger' : 'ink' ?>" style="padding:0 0 16px;color:<?= $light[$view['isLate'] ? 'danger' : 'ink'] ?>;font-weight:bold;"><?= $view['promised'] ?></td></tr>
<?php endif ?>
<?php if ($view['notes'] !== []): ?>
<tr><td style="padding:0 0 20px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="note calm ink" style="padding:12px 16px;background:<?= $light['paper'] ?>;border-left:4px solid <?= $light['aloe'] ?>;color:<?= $light['ink'] ?>;"><?= implode('<br><br>', $view['notes']) ?></td></tr></table>
</td></tr>
<?php endif ?>
<?php if ($actions !== []): ?>
<tr class="screen"><td style="padding:0 0 24px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed;">
<tr>
<?php foreach ($actions as $place => [$label, $link]): ?>
<?php if ($place > 0): ?>
<td width="8" style="width:8px;font-size:1px;"></td>
<?php endif ?>
<td align="center" width="50%" class="rust" style="border:2px solid <?= $light['rust'] ?>;border-radius:6px;mso-padding-alt:12px 4px;"><a class="rust" href="<?= $link ?>" style="display:block;padding:12px 4px;color:<?= $light['rust'] ?>;font-weight:bold;text-decoration:none;"><?= $label ?></a></td>
<?php endforeach ?>
</tr>
</table>
</td></tr>
<?php endif ?>
<?php if ($view['message'] !== ''): ?>
<tr><td class="card" style="padding:24px 0;border-top:1px solid <?= $light['rule'] ?>;"><pre class="ink" dir="auto" style="margin:0;color:<?= $light['ink'] ?>;font-family:Arial,Helvetica,sans-serif;font-size:17px;line-height:27px;white-space:pre-wrap;word-wrap:break-word;overflow-wrap:anywhere;"><?= $view['message'] ?></pre></td></tr>
<?php endif ?>
<tr><td class="card" style="padding:16px 0 0;border-top:1px solid <?= $light['rule'] ?>;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed;">
<?php foreach ($details as [$label, $value]): ?>
<tr>
<td class="muted" width="92" valign="top" style="width:92px;padding:4px 0;color:<?= $light['muted'] ?>;font-size:15px;line-height:22px;"><?= $label ?></td>
<td class="ink" valign="top" style="padding:4px 0;color:<?= $light['ink'] ?>;font-size:15px;line-height:22px;word-wrap:break-word;overflow-wrap:anywhere;"><?= $value ?></td>
</tr>
<?php endforeach ?>
</table>
</td></tr>
</table>
</td></tr>
<?php if ($firm !== ''): ?>
<tr><td class="muted" style="padding:16px 8px 0;color:<?= $light['muted'] ?>;font-size:14px;line-height:20px;"><span translate="no"><?= $firm ?></span></td></tr>
<?php endif ?>
</table>
</td></tr>
</table>
</body>
</html>
