import { runnerImport } from 'vite';
import { readEnvironment, root } from '../../scripts/environment.mjs';
import { identityAlias } from '../../scripts/plugins/app.ts';
import { pictures } from '../../scripts/plugins/pictures.ts';
import type { Project } from '../../src/prerender/schema.ts';

/** The firm's. Playwright cannot import them, because they import pictures. */
export async function readProjects(): Promise<readonly Project[]> {
  const environment = readEnvironment();
  const file = `${root}${environment.identity}/projects.ts`;
  const { module } = await runnerImport<{ readonly projects: readonly Project[] }>(file, {
    configFile: false,
    plugins: [pictures()],
    resolve: { alias: [identityAlias(environment)] },
  });
  return module.projects;
}
