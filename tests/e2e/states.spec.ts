import { readdirSync, readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { root } from '../../scripts/environment.mjs';
import { pictures } from '../../scripts/plugins/pictures.ts';
import { crash } from '../../src/content/words/crash.ts';
import { formStates } from '../states/formStates.ts';
import { startDevServer } from '../support/devServer.ts';
import { placeOf } from '../support/places.ts';
import { expect, openUnready, test } from './fixtures.ts';

test('the page of states shows every state', async ({ page, expectedNoise }) => {
  expectedNoise.push(
    /^debug: \[vite\]/,
    /Download the React DevTools/,
    /^info: The enquiry was not sent/,
    /A crash on purpose/,
  );
  const server = await startDevServer(react(), pictures());
  try {
    await openUnready(page, new URL('tests/states/', server.url).href);
    for (const { name, shows } of formStates) {
      const scene = page.frameLocator(`iframe[title="${name}"]`);
      await expect(scene.getByText(shows).first(), name).toBeVisible();
    }
    if (placeOf('about-us')) {
      await expect(page.getByRole('heading', { name: /parts of working\.ts/ })).toBeVisible();
    }
    const scene = page.frameLocator('iframe[title=crash]');
    await expect(scene.getByRole('heading', { name: crash.heading })).toBeVisible();
  } finally {
    await server.stop();
  }
});

test('the build does not contain the page of states', async ({ stack }) => {
  expect((await fetch(new URL('/tests/states/', stack.siteUrl))).status).toBe(404);
  const folder = `${root}dist/www/`;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const text = files
    .filter((file) => /\.(?:html|js|css|json|xml)$/.test(file))
    .map((file) => readFileSync(folder + file, 'utf8'))
    .join('\n');
  expect(text).not.toContain('Every state of the site');
  expect(text).not.toContain('states-sample');
});
