import { afterEach, expect, test, vi } from 'vitest';
import { adviseOnLetters, draw, fontsFor, widthIn } from '../../scripts/letters.mjs';

const identity = 'src/identity';
const textsOf = (...texts: string[]) => texts.map((text) => ({ text, file: '#identity/site.ts' }));

afterEach(() => vi.restoreAllMocks());

test('a picture in letters that the face of the headings lacks has every one of them', () => {
  const fonts = fontsFor(textsOf('Søn', 'Жood'), identity);
  expect(fonts).not.toBe(fontsFor(textsOf('Strong roots'), identity));
  const picture = (text: string) =>
    draw(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><text y="25" font-size="20">${text}</text></svg>`,
      90,
      fonts,
    )
      .render()
      .asPng();
  expect(picture('Søn').equals(picture('S n'))).toBe(false);
  expect(picture('Søn').equals(picture('Sñn'))).toBe(false);
  const width = widthIn(fonts);
  expect(width('Жood')).toBeGreaterThan(width('ood'));
});

test('a letter that no font has stops the build, which says what to do', () => {
  expect(() => fontsFor(textsOf('Brandwacht', 'Kaap 日'), identity)).toThrow(
    /“日” of “Kaap 日” \(src\/identity\/site\.ts\).* \.ttf or \.otf file, into src\/identity/,
  );
});

test('the build says which letters of headings are seen in another face, each once', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  // letters of the face, an accent that is put together, and what nobody sees
  adviseOnLetters(textsOf('Ngũgĩ & Zoë’s “small” café\u00a0\u200b – cafe\u0301'), identity);
  expect(warn).not.toHaveBeenCalled();
  adviseOnLetters(
    [...textsOf('Søn'), { text: 'Why Søn Ж', file: 'src/pages/home/words.ts' }],
    identity,
  );
  const [[said] = []] = warn.mock.calls;
  expect(said).toMatch(
    /“ø” of “Søn” \(src\/identity\/site\.ts\), “Ж” of “Why Søn Ж” \(src\/pages\/home\/words\.ts\)/,
  );
  expect(String(said).match(/“ø”/g)).toHaveLength(1);
});
