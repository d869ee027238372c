import type { Illustration } from '../../../src/prerender/schema.ts';
import file from './valley.jpg?picture';

export const hero: Illustration = { file, alt: 'Rows of vines in a valley below blue mountains.' };
