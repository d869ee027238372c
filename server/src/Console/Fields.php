<?php

declare(strict_types=1);

namespace Enquiry\Console;

use Enquiry\Enquiry\Field;
use Enquiry\Enquiry\Form;
use Enquiry\Enquiry\Forms;
use Enquiry\Enquiry\InvalidForm;
use Enquiry\Enquiry\Message;
use Enquiry\Queue\StoredEnquiry;

/** The fields of an enquiry, for people. Works without the form too, which a later release may have removed. */
final readonly class Fields
{
    public string $name;
    public string $email;
    public string $number;
    public string $subject;
    public string $message;

    /** The subject. A form without a subject shows its title, and a form of another release its name. */
    public string $title;

    /** @var list<array{string, string}> label and value of the other fields that are not empty */
    public array $others;

    public function __construct(StoredEnquiry $record, Forms $forms)
    {
        $values = (array) $record->fields();
        $form = self::form($record->form, $forms);
        $message = $form === null ? null : Message::stored($values, $form);
        $this->name = $message?->inRole('name') ?? '';
        $this->email = $message?->email() ?? $record->email;
        $this->number = $message?->groupedNumber() ?? '';
        $this->subject = $message?->inRole('subject') ?? '';
        $this->message = $message?->inRole('message') ?? '';
        $this->title = match (true) {
            $form === null => $record->form,
            $form->fieldsFor('subject') === [] => $form->title,
            default => $this->subject,
        };
        $others = [];
        foreach ($values as $name => $value) {
            if (\is_string($value) && $value !== '' && $form?->roleOf((string) $name) === null) {
                $others[] = [Field::heading((string) ($form->fields[$name]->label ?? $name)), $value];
            }
        }
        $this->others = $others;
    }

    private static function form(string $name, Forms $forms): ?Form
    {
        try {
            return $forms->get($name);
        } catch (InvalidForm) {
            return null;
        }
    }
}
