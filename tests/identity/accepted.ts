export const accepted: readonly string[] = [
  'Skryf gerus in Afrikaans.',
  'This website',
  'Software development and analysis',
  'Cloud services',
  'DevOps consulting',
  'Web and email hosting',
];
