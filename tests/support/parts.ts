/**
 * Parts of the site that have no role, name or text of their own, by their classes. No other test names a class or an
 * id of the site.
 */
export const parts = {
  lead: '.lead',
  brand: '.brand',
  legalLine: '.site-footer-legal',
  sectionText: '.section-body',
  hiddenText: '.visually-hidden',
  button: '.button',
  warning: '.warning',
  /** Coloured surfaces, on which no line is drawn. */
  ground: '.ground',
  /** Lists that only wide pages show. */
  forWidePages: '.service-tree, .project-contents',

  field: '.field',
  fieldHint: '.field-hint',
  fieldBox: '.field-box',
  fieldError: '.field-error',
  quietError: '.field-error-quiet',
  suggestion: '.field-suggestion',

  fields: '.enquiry-form-fields',
  faults: '.enquiry-form-faults',
  failure: '.enquiry-form-failure',
  draft: '.enquiry-form-draft',
  privacy: '.enquiry-form-privacy',
  confirmation: '.enquiry-form-sent',
  reference: '.reference',
  notice: '.submission-notice-box',
} as const;
