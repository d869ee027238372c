/** The form's words are in content/words/contactForm.ts. */
export const contactPage = {
  heading: 'Contact us',
  lead: 'Our sales team reads every message and gets back to you within one working day.',
  details: 'Other ways to contact us',
} as const;
