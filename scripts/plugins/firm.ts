import type { Plugin } from 'vite';
import { adviceOnLetters } from './letters.ts';
import type { SiteBuild } from './siteBuild.ts';

interface Settings {
  readonly identity: string;
  readonly siteUrl: string;
}

/** Says, of a build that is made, what of the firm in it somebody should know. */
export function firm(siteBuild: SiteBuild, { identity, siteUrl }: Settings): Plugin {
  return {
    name: 'firm',
    buildApp: {
      order: 'post',
      async handler({ config: { logger } }) {
        const { headings, sampleDetails, site } = await siteBuild.renderer();
        const advice = adviceOnLetters(await headings(), identity);
        if (advice !== undefined) logger.warn(advice);
        if (identity !== 'src/identity') {
          logger.warn(`The firm of this build is that of ${identity}.`);
        }
        const samples = sampleDetails(site, siteUrl);
        if (samples.length > 0) {
          const toDo = [
            ...(samples.some((detail) => detail !== 'SITE_URL')
              ? [`edit ${identity}/site.ts`]
              : []),
            ...(samples.includes('SITE_URL') ? ['set SITE_URL in .env'] : []),
          ];
          logger.warn(
            `The sample firm is still in place (${samples.join(', ')}): ${toDo.join(' and ')}.`,
          );
        }
      },
    },
  };
}
