<?php

declare(strict_types=1);

/**
 * Every value is escaped already. Styles are inline because mail clients drop the others; the style
 * element only turns the colours for those that follow the reader's dark mode. The message is in a
 * pre element, whose line breaks and indentation every client keeps.
 *
 * @var array{name: string, email: string, replyLink: string, number: string, callLink: string, whatsAppLink: string, received: string, reference: string, suspicion: string, subject: string, message: string} $view
 */
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
  .paper { background: #221B2E !important; }
  .card { background: #2C243A !important; border-color: #4A4157 !important; }
  .ink { color: #FAF6EE !important; }
  .muted { color: #C3BACF !important; }
  .rust { color: #F2A585 !important; }
}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#FAF6EE;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="paper" style="background:#FAF6EE;">
<tr><td align="center" style="padding:24px 12px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;font-family:Georgia,'Times New Roman',serif;">
<tr><td class="ink" style="padding:0 8px 16px;color:#221B2E;font-size:22px;line-height:30px;"><?= $view['name'] ?> sent an enquiry</td></tr>
<?php if ($view['suspicion'] !== ''): ?>
<tr><td class="ink" style="padding:0 8px 16px;color:#221B2E;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:24px;"><?= $view['suspicion'] ?></td></tr>
<?php endif ?>
<tr><td class="card" style="padding:20px;background:#FFFFFF;border:1px solid #E7DFD0;border-radius:8px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:24px;table-layout:fixed;">
<tr><td class="ink" style="padding:0 0 12px;color:#221B2E;word-wrap:break-word;"><span class="muted" style="color:#5E5668;font-size:14px;">E-mail</span><br><a class="rust" href="<?= $view['replyLink'] ?>" style="color:#A5431C;"><?= $view['email'] ?></a></td></tr>
<tr><td class="ink" style="padding:0 0 12px;color:#221B2E;"><span class="muted" style="color:#5E5668;font-size:14px;">Number</span><br><?= $view['number'] ?> &nbsp; <a class="rust" href="<?= $view['callLink'] ?>" style="color:#A5431C;">Call</a> &nbsp; <a class="rust" href="<?= $view['whatsAppLink'] ?>" style="color:#A5431C;">WhatsApp</a></td></tr>
<tr><td class="ink" style="padding:0 0 12px;color:#221B2E;"><span class="muted" style="color:#5E5668;font-size:14px;">Received</span><br><?= $view['received'] ?></td></tr>
<tr><td class="ink" style="padding:0 0 12px;color:#221B2E;"><span class="muted" style="color:#5E5668;font-size:14px;">Reference</span><br><?= $view['reference'] ?></td></tr>
<tr><td class="ink" style="padding:0 0 12px;color:#221B2E;word-wrap:break-word;"><span class="muted" style="color:#5E5668;font-size:14px;">Subject</span><br><strong><?= $view['subject'] ?></strong></td></tr>
<tr><td class="card" style="padding:16px 0 0;border-top:1px solid #E7DFD0;"><pre class="ink" style="margin:0;color:#221B2E;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:24px;white-space:pre-wrap;word-wrap:break-word;overflow-wrap:anywhere;"><?= $view['message'] ?></pre></td></tr>
</table>
</td></tr>
<tr><td class="muted" style="padding:16px 8px 0;color:#5E5668;font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:20px;">Reply to this e-mail to answer <?= $view['name'] ?>.</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
