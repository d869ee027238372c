import { frame } from '../../content/words/frame.ts';
import place from './place.ts';

export const messageSent = {
  heading: place.title,
  next: frame.notice.next,
  home: 'Go to the home page',
} as const;
