import { Resvg } from '@resvg/resvg-js';
import pngToIco from 'png-to-ico';
import sharp from 'sharp';
import type { Plugin } from 'vite';
import { root } from '../environment.mjs';
import type { SiteBuild } from './siteBuild.ts';

/** The display face, in the one form that the rasteriser reads. */
const FACE = ['latin', 'latin-ext'].map(
  (part) => `${root}src/assets/bricolage-grotesque-${part}.ttf`,
);

/** Draws the icons, the picture of a link and the manifest that names the icons. */
export function images(siteBuild: SiteBuild): Plugin {
  return {
    name: 'images',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle() {
      const { images: drawings, site, routes } = await siteBuild.renderer();
      const files = {
        'favicon.svg': drawings.favicon(),
        'favicon.ico': await pngToIco([drawn(drawings.favicon(), 32)]),
        // iOS rounds the corners by itself
        'apple-touch-icon.png': drawn(drawings.icon('square'), 180),
        'icon-192.png': drawn(drawings.icon('round'), 192),
        'icon-512.png': drawn(drawings.icon('round'), 512),
        'icon-maskable-512.png': drawn(drawings.icon('maskable'), 512),
        // of few colours: with a palette it is half as large
        'share.png': await sharp(drawn(drawings.share(), drawings.shareImage.width))
          .png({ palette: true, quality: 90, dither: 0, compressionLevel: 9 })
          .toBuffer(),
        'site.webmanifest': JSON.stringify({
          name: site.name,
          short_name: site.shortName,
          description: site.summary,
          lang: 'en-ZA',
          start_url: routes.home.path,
          scope: '/',
          display: 'minimal-ui',
          background_color: drawings.colours.paper,
          theme_color: drawings.colours.rust,
          icons: [icon(192), icon(512), icon(512, 'maskable', 'icon-maskable-512')],
        }),
      };
      for (const [fileName, source] of Object.entries(files)) {
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
  };
}

const icon = (size: number, purpose = 'any', name = `icon-${size}`) => ({
  src: `/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/** As a PNG, by a rasteriser that is told which fonts to use: the machine's own would make each another picture. */
const drawn = (svg: string, width: number): Uint8Array =>
  new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    font: {
      loadSystemFonts: false,
      fontFiles: FACE,
      defaultFontFamily: 'Bricolage Grotesque 96pt ExtraBold',
    },
  })
    .render()
    .asPng();
