// @ts-check
import { writeFileSync } from 'node:fs';
import { readEnvironment } from './environment.mjs';
import { draw, fontsFor, widthIn } from './letters.mjs';
import { palettePng } from './png.mjs';

/**
 * Draws the icons, the picture of a link and the manifest that names the icons, into the site.
 * @param {typeof import('../src/prerender.tsx')} site
 * @param {string} documentRoot
 */
export function writeImages({ images, site, homePlace }, documentRoot) {
  /** @param {string} file @param {string | Uint8Array} content */
  const write = (file, content) => writeFileSync(`${documentRoot}/${file}`, content);

  write('favicon.svg', images.favicon());
  write('favicon.ico', toIco(toPng(images.favicon(), 32), 32));
  // iOS rounds the corners by itself
  write('apple-touch-icon.png', toPng(images.icon('square'), 180));
  write('icon-192.png', toPng(images.icon('round'), 192));
  write('icon-512.png', toPng(images.icon('round'), 512));
  write('icon-maskable-512.png', toPng(images.icon('maskable'), 512));
  const { identity } = readEnvironment();
  const fonts = fontsFor(images.shareTexts, identity);
  const share = images.share(widthIn(fonts));
  write('share.png', palettePng(draw(share, images.shareImage.width, fonts).render()));

  /** @param {number} size */
  const png = (size, purpose = 'any', name = `icon-${size}`) => ({
    src: `/${name}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const manifest = {
    name: site.name,
    short_name: site.shortName,
    description: site.summary,
    lang: 'en-ZA',
    start_url: homePlace.path,
    scope: '/',
    display: 'minimal-ui',
    background_color: images.colours.paper,
    theme_color: images.colours.rust,
    icons: [png(192), png(512), png(512, 'maskable', 'icon-maskable-512')],
  };
  write('site.webmanifest', JSON.stringify(manifest));
}

/** @param {string} svg @param {number} width */
const toPng = (svg, width) => draw(svg, width).render().asPng();

/** An ICO file of one PNG, which every browser since 2007 reads. @param {Uint8Array} png @param {number} size */
function toIco(png, size) {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
