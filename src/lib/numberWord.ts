const WORDS = 'No One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve'.split(' ');

/** A small number as the first word of a sentence. */
export const numberWord = (number: number): string => WORDS[number] ?? String(number);
