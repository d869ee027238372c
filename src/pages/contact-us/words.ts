import { answersWithin } from '../../content/words/openingHours.ts';

/** The form's words are in content/words/form.ts. */
export const contactPage = {
  heading: 'Contact us',
  lead: `Tell us what you need. We read every message${answersWithin ? ` and get back to you within ${answersWithin}` : ''}.`,
  /** Before the number, above the form on phones. */
  call: 'Call',
  details: 'Other ways to contact us',
} as const;
