import { expect, test } from 'vitest';
import { adviceOnLetters, draw, fontsFor, widthIn } from '../../scripts/plugins/letters.ts';

const identity = 'src/identity';
const textsOf = (...texts: string[]) => texts.map((text) => ({ text, file: '#identity/site.ts' }));

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
  // letters of the face, an accent that is put together, and what nobody sees
  expect(
    adviceOnLetters(textsOf('Ngũgĩ & Zoë’s “small” café\u00a0\u200b – cafe\u0301'), identity),
  ).toBeUndefined();
  const said = adviceOnLetters(
    [...textsOf('Søn'), { text: 'Why Søn Ж', file: 'src/pages/home/words.ts' }],
    identity,
  );
  expect(said).toMatch(
    /“ø” of “Søn” \(src\/identity\/site\.ts\), “Ж” of “Why Søn Ж” \(src\/pages\/home\/words\.ts\)/,
  );
  expect(said?.match(/“ø”/g)).toHaveLength(1);
});
