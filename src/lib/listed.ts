/** For example, "Name, Surname and Message". */
export const listed = (items: readonly string[]): string => new Intl.ListFormat('en-GB').format(items);
