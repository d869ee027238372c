import { beforeEach, expect, test, vi } from 'vitest';
import { scrollToTop } from '../../src/lib/motion/scrollToTop.ts';

let positions: number[] = [];

beforeEach(() => {
  positions = [95];
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('scrollTo', (_: number, y: number) => positions.push(y));
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => positions.at(-1) ?? 0);
  return () => vi.useRealTimers();
});

test('the page scrolls to the top in steps of 20 px, every 16 ms', () => {
  scrollToTop(() => {});
  vi.advanceTimersByTime(2 * 16);
  expect(positions).toEqual([95, 75, 55]);
  vi.advanceTimersByTime(1000);
  expect(positions).toEqual([95, 75, 55, 35, 15, 0]);
});

test.each(['wheel', 'touchstart', 'keydown', 'pointerdown'])('%s stops it', (input) => {
  scrollToTop(() => {});
  vi.advanceTimersByTime(16);
  window.dispatchEvent(new Event(input));
  vi.advanceTimersByTime(1000);
  expect(positions).toEqual([95, 75]);
});

test('with reduced motion, the page jumps to the top', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  scrollToTop(() => {});
  expect(positions).toEqual([95, 0]);
});
