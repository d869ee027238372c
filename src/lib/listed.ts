/** For example, "Name, Surname and Message". */
export const listed = (items: readonly string[]): string =>
  // Intl.ListFormat takes a slow phone up to 70 ms
  [items.slice(0, -1).join(', '), ...items.slice(-1)].filter(Boolean).join(' and ');
