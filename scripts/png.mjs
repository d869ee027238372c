// @ts-check
import { crc32, deflateSync } from 'node:zlib';

/** Colours that a byte can tell apart. */
const COLOURS = 256;

/**
 * A picture of few colours as a PNG with a palette, half as large as one without: the rasteriser
 * writes four bytes a pixel. Colours beyond the 256 most frequent, all of them on the edges of
 * shapes, become the nearest.
 * @param {{ width: number, height: number, pixels: Uint8Array }} image opaque, as red, green, blue and alpha
 */
export function palettePng({ width, height, pixels }) {
  const count = width * height;
  const colours = new Uint32Array(count);
  /** @type {Map<number, number>} */
  const frequency = new Map();
  for (let pixel = 0; pixel < count; pixel += 1) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(pixel * 4, pixel * 4 + 3);
    const colour = (red << 16) | (green << 8) | blue;
    colours[pixel] = colour;
    frequency.set(colour, (frequency.get(colour) ?? 0) + 1);
  }
  const palette = [...frequency]
    .sort(([, one], [, other]) => other - one)
    .slice(0, COLOURS)
    .map(([colour]) => colour);

  /** @type {Map<number, number>} */
  const places = new Map();
  for (const colour of frequency.keys()) {
    let nearest = 0;
    for (const place of palette.keys()) {
      if (distance(colour, palette[place]) < distance(colour, palette[nearest])) nearest = place;
    }
    places.set(colour, nearest);
  }
  // every line begins with a byte that names its filter: none
  const lines = new Uint8Array((width + 1) * height);
  for (let pixel = 0; pixel < count; pixel += 1) {
    lines[pixel + Math.floor(pixel / width) + 1] = places.get(colours[pixel] ?? 0) ?? 0;
  }

  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  header.writeUInt8(3, 9);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap((colour) => channels(colour)))),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** @param {number} colour */
const channels = (colour) => [colour >> 16, (colour >> 8) & 255, colour & 255];

/** @param {number} one @param {number} other */
function distance(one, other = 0) {
  const [red = 0, green = 0, blue = 0] = channels(one);
  const [otherRed = 0, otherGreen = 0, otherBlue = 0] = channels(other);
  return (red - otherRed) ** 2 + (green - otherGreen) ** 2 + (blue - otherBlue) ** 2;
}

/** @param {string} type @param {Uint8Array} data */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
