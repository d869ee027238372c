import { Gallery } from './Page.tsx';

/** For tests/states. */
export const states = { 'Gallery, empty': <Gallery projects={[]} /> };
