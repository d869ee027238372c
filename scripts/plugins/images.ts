import pngToIco from 'png-to-ico';
import sharp from 'sharp';
import type { Plugin } from 'vite';
import { SHARE, shareImage } from '../../src/content/shareImage.ts';
import { draw, fontsFor, widthIn } from './letters.ts';
import type { SiteBuild } from './siteBuild.ts';

/** Draws the icons, the picture of a link and the manifest that names the icons. */
export function images(siteBuild: SiteBuild, { identity }: { identity: string }): Plugin {
  return {
    name: 'images',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle() {
      const { images: drawings, site, homePlace, places } = await siteBuild.renderer();
      const files = {
        'favicon.svg': drawings.icon('round'),
        'favicon.ico': await pngToIco([drawn(drawings.icon('round'), 32)]),
        // iOS rounds the corners by itself
        'apple-touch-icon.png': drawn(drawings.icon('square'), 180),
        'icon-192.png': drawn(drawings.icon('round'), 192),
        'icon-512.png': drawn(drawings.icon('round'), 512),
        'icon-maskable-512.png': drawn(drawings.icon('maskable'), 512),
        'site.webmanifest': JSON.stringify({
          name: site.name,
          short_name: site.shortName,
          description: site.summary,
          lang: 'en-ZA',
          start_url: homePlace.path,
          scope: '/',
          // it has no use without a connection, so that nobody is asked to install it
          display: 'browser',
          background_color: drawings.colours.paper,
          theme_color: drawings.colours.root,
          icons: [icon(192), icon(512), icon(512, 'maskable', 'icon-maskable-512')],
        }),
      };
      for (const [fileName, source] of Object.entries(files)) {
        this.emitFile({ type: 'asset', fileName, source });
      }
      for (const place of places) {
        const fonts = fontsFor(drawings.shareTexts(place), identity);
        const share = draw(drawings.share(place, widthIn(fonts)), SHARE.width, fonts);
        this.emitFile({
          type: 'asset',
          fileName: shareImage(place.id).slice(1),
          // of few colours: with a palette it is half as large
          source: await sharp(share.render().asPng())
            .png({ palette: true, quality: 90, dither: 0, compressionLevel: 9 })
            .toBuffer(),
        });
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

const drawn = (svg: string, width: number): Uint8Array => draw(svg, width).render().asPng();
