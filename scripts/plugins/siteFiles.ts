import { existsSync, readdirSync } from 'node:fs';
import { relative } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import pngToIco from 'png-to-ico';
import sharp from 'sharp';
import { normalizePath, type Plugin } from 'vite';
import { icons } from '../../src/content/icons.ts';
import { BuildError } from '../buildError.ts';
import { type Environment, root } from '../environment.mjs';
import { SCRIPTS } from '../serving.ts';
import { PUBLIC, type Renderer, type SiteBuild } from './siteBuild.ts';

/** Keeps public/ in Git. */
export const KEEPER = '.gitkeep';
const SECURITY = '.well-known/security.txt';

/** Adds icons, link previews, files for machines, and the files of public/. */
export function siteFiles(siteBuild: SiteBuild, { servicePrefix, siteUrl }: Environment): Plugin {
  return {
    name: 'site-files',
    // after the pages are made
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    // Vite warns about every address that begins with /public/, as our pages' do
    configureServer: ({ config: { logger } }) => {
      const { warn } = logger;
      logger.warn = (message, options) => {
        if (!/files in the public directory/i.test(message)) warn(message, options);
      };
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const renderer = await siteBuild.renderer();
        const files: Files = {
          ...(await pictures(renderer)),
          ...texts(renderer, siteUrl),
          ...renderer.pageFiles(siteUrl),
          ...(existsSync(`${PUBLIC}/${SECURITY}`)
            ? {}
            : { [SECURITY]: securityText(renderer.site, siteUrl, new Date()) }),
        };
        const given = filesOf(PUBLIC);
        // an icon or a link preview in public/ takes the place of the one that the build draws
        for (const name of given)
          if (/^(?:[\w-]*icon[\w-]*\.(?:png|svg|ico)|share\/[\w.-]+\.png)$/.test(name)) delete files[name];
        for (const [fileName, source] of Object.entries(files)) {
          this.emitFile({ type: 'asset', fileName, source });
        }
        const faults = publicFaults(given, [
          ...Object.keys(bundle),
          ...Object.keys(files),
          ...SCRIPTS.map((script) => `${servicePrefix.slice(1)}/${script}`),
          'licenses.txt',
        ]);
        if (faults.length > 0) {
          throw new BuildError(`Remove these from public/, or rename them:\n${faults.join('\n')}`);
        }
      },
    },
  };
}

type Files = Record<string, string | Uint8Array>;

async function pictures({ images, places, SHARE, shareImage }: Renderer): Promise<Files> {
  const files: Files = {};
  for (const { file, size, ground } of icons) {
    const svg = images.icon(ground);
    files[file] = file.endsWith('.svg') ? svg : draw(svg, size).render().asPng();
    if (file.endsWith('.ico')) files[file] = await pngToIco([Buffer.from(files[file])]);
  }
  for (const place of places) {
    const svg = images.share(place, (line) => widthOf(images.asXml(line)));
    files[shareImage(place.id).slice(1)] = await sharp(draw(svg, SHARE.width).render().asPng())
      // few colours: a palette halves the file
      .png({ palette: true, quality: 90, dither: 0, compressionLevel: 9 })
      .toBuffer();
  }
  return files;
}

/** The headings' font, and a fallback with many alphabets. */
const FONTS = [
  `${root}src/assets/bricolage-grotesque-latin.ttf`,
  `${root}src/assets/bricolage-grotesque-latin-ext.ttf`,
  `${root}node_modules/dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf`,
];

/** The mark at the head of mails, as PNG in base64. */
export async function mailMark({ images }: Renderer): Promise<string> {
  const png = draw(images.icon('round'), 96).render().asPng();
  return (await sharp(png).png({ palette: true, compressionLevel: 9 }).toBuffer()).toString('base64');
}

// ignores the machine's fonts, so that a picture is the same everywhere
const draw = (svg: string, width: number) =>
  new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    font: {
      loadSystemFonts: false,
      fontFiles: FONTS,
      defaultFontFamily: 'Bricolage Grotesque 96pt ExtraBold',
    },
  });

/** At a font size of 1, in the font of link previews. */
function widthOf(line: string): number {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text y="99" font-size="100" font-weight="700" letter-spacing="-2">${line}</text></svg>`;
  return (draw(svg, 9).getBBox()?.width ?? 0) / 100;
}

function texts({ documentOf, homePlace, images, site, sitemap, withPolicy }: Renderer, siteUrl: string): Files {
  const home = homePlace.path;
  const name = images.asXml(site.name);
  return {
    'site.webmanifest': JSON.stringify({
      name: site.name,
      short_name: site.shortName,
      description: site.summary,
      lang: 'en-ZA',
      start_url: home,
      scope: '/',
      // the site does not work offline, so browsers should not offer to install it
      display: 'browser',
      background_color: images.colours.paper,
      theme_color: images.colours.root,
      icons: icons.flatMap(({ file, size, purpose }) =>
        purpose === undefined ? [] : [{ src: `/${file}`, sizes: `${size}x${size}`, type: 'image/png', purpose }],
      ),
    }),
    // for hosts that cannot redirect the empty path
    'index.html': documentOf(
      withPolicy([
        ['title', {}, site.name],
        ['meta', { 'http-equiv': 'refresh', content: `0; url=${home}` }],
        ['link', { rel: 'canonical', href: siteUrl + home }],
      ]),
      `<p><a href="${home}">${name}</a></p>`,
    ),
    'sitemap.xml': sitemap(siteUrl),
    'robots.txt': `User-agent: *\nAllow: /\n\nSitemap: ${siteUrl}/sitemap.xml\n`,
  };
}

/** security.txt (RFC 9116). It must expire within a year (section 2.5.5). */
function securityText({ email }: { readonly email: string }, siteUrl: string, today: Date): string {
  const expiry = new Date(today);
  expiry.setUTCDate(expiry.getUTCDate() + 364);
  expiry.setUTCHours(0, 0, 0, 0);
  return [
    `Contact: mailto:${email}`,
    `Expires: ${expiry.toISOString()}`,
    'Preferred-Languages: en',
    // the canonical address must be HTTPS
    ...(siteUrl.startsWith('https:') ? [`Canonical: ${siteUrl}/${SECURITY}`] : []),
    '',
  ].join('\n');
}

const filesOf = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== KEEPER)
        .map(({ parentPath, name }) => normalizePath(relative(folder, `${parentPath}/${name}`)))
    : [];

/** Names that the web servers' rules (templates/) hide. */
const HIDDEN =
  /(?:^|\/)\.(?!well-known\/)|^private\/|\.(?:php|br|gz)$|(?:^|\/)(?:404\.html|(?:payload_too_large|unavailable|undecided)\.(?:json|txt))$/i;

/** @param made by the build, below the document root */
export function publicFaults(files: readonly string[], made: readonly string[]): string[] {
  return files.flatMap((file) => {
    if (HIDDEN.test(file)) return [`  ${file}: no web server shows a file of that name`];
    // some disks ignore case, and a file must not replace a folder
    const own = `${file}/`.toLowerCase();
    const other = made.find((path) => {
      const theirs = `${path}/`.toLowerCase();
      return theirs.startsWith(own) || own.startsWith(theirs);
    });
    return other === undefined ? [] : [`  ${file}: the build makes ${other}`];
  });
}
