/** @param date such as 2026-11-20 @returns for example, "20 November 2026" */
export const dayInWords = (date: string): string =>
  new Date(date).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
