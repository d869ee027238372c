/** The form's words are in content/words/contactForm.ts. */
export const contactPage = {
  heading: 'Contact us',
  lead: 'Tell us what you need. We read every message and get back to you within one working day.',
  details: 'Other ways to contact us',
} as const;
