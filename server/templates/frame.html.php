<?php

declare(strict_types=1);

/*
 * What all mails share. Mail clients drop most style elements, so styles are inline. The style element is for dark mode
 * and print. Every value is escaped.
 */

/** @var array<string, string> $light colours by name */
/** @var array<string, string> $dark colours by name */
/** @var string $title */
/** @var string $preview */
/** @var string $forSales empty if there is nothing to say */
/** @var string $heading */
/** @var string $content rows of the table */
/** @var string $firm */
/** @var string $mark the content ID of the firm's mark; empty for none */
?>
<!DOCTYPE html>
<html lang="en-ZA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title><?= $title ?></title>
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
<?= $content ?>
<?php if ($firm !== ''): ?>
<tr><td class="muted" style="padding:16px 8px 0;color:<?= $light['muted'] ?>;font-size:14px;line-height:20px;"><span translate="no"><?= $firm ?></span></td></tr>
<?php endif ?>
</table>
</td></tr>
</table>
</body>
</html>
