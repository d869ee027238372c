const WORDS = 'No One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve'.split(' ');

export const numberWord = (number: number): string => WORDS[number] ?? String(number);
