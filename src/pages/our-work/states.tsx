import { Gallery } from './Page.tsx';

/** For /states. */
export const states = { 'Gallery, empty': <Gallery projects={[]} /> };
