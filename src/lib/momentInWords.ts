/**
 * The firm's day and time, wherever the visitor is.
 * @param moment such as 2026-11-27T09:24:00+02:00
 * @returns for example, "Friday 27 November, 09:24"; cases: tests/contract/promises.json
 */
export function momentInWords(moment: string): string {
  const [date = '', time = ''] = moment.split('T');
  const day = new Date(date).toLocaleDateString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  // older browsers write a comma after the weekday
  return `${day.replace(',', '')}, ${time.slice(0, 5)}`;
}
