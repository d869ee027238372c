<?php

declare(strict_types=1);

// Like most contact forms: sends the mail with PHPMailer while the visitor waits.
use PHPMailer\PHPMailer\PHPMailer;

require getenv('VENDOR') . '/autoload.php';

$fields = json_decode((string) file_get_contents('php://input'), true, 8, JSON_THROW_ON_ERROR);
assert(is_array($fields));
$text = static function (string $field) use ($fields): string {
    $value = $fields[$field] ?? '';

    return is_string($value) ? $value : '';
};

$mail = new PHPMailer(true);
$mail->isSMTP();
$mail->Host = '127.0.0.1';
$mail->Port = (int) getenv('SMTP_PORT');
$mail->SMTPAutoTLS = false;
$mail->CharSet = PHPMailer::CHARSET_UTF8;
$mail->setFrom('website@example.com');
$mail->addAddress('sales@example.com');
$mail->addReplyTo($text('email'), $text('name'));
$mail->Subject = $text('subject');
$mail->Body = $text('message');
$mail->send();

header('Content-Type: application/json');
echo '{"status":"success"}';
