// @ts-check
import sharp from 'sharp';
import { root } from '../../scripts/environment.mjs';

const ROWS = [
  ['index.1280.light', 'index.360.light', 'contact-us.invalid.360.light'],
  ['mail.400.light', 'contact-us.sent.360.dark', 'our-work.1280.dark'],
];
const HEIGHT = 800;
const GAP = 40;
const WIDTH = 1600;

export async function composeLooks() {
  const parts = [];
  let widest = 0;
  for (const [row, names] of ROWS.entries()) {
    let left = GAP;
    for (const name of names) {
      const picture = sharp(`${root}shots/${name}.png`);
      const { width, height } = await picture.metadata();
      const input = await picture.extract({ left: 0, top: 0, width, height: Math.min(height, HEIGHT) }).toBuffer();
      parts.push({ input, left, top: GAP + row * (HEIGHT + GAP) });
      left += width + GAP;
    }
    widest = Math.max(widest, left);
  }
  const whole = await sharp({
    create: {
      width: widest,
      height: GAP + ROWS.length * (HEIGHT + GAP),
      channels: 3,
      background: '#8d8797',
    },
  })
    .composite(parts)
    .png()
    .toBuffer();
  await sharp(whole).resize({ width: WIDTH }).webp({ quality: 85 }).toFile(`${root}docs/looks.webp`);
}
