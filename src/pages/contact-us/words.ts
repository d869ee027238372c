/** The form's words are in content/words/contactForm.ts. */
export const contactPage = {
  heading: 'Contact us',
  lead: 'A person reads every message and answers within one working day.',
  form: 'Send us a message',
  details: 'Other ways to reach us',
} as const;
