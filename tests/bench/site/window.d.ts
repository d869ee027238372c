import type { Bench } from './visit.mjs';

declare global {
  interface Window {
    bench: Bench;
  }
}
