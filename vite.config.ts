import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { readEnvironment } from './scripts/environment.mjs';
import { withoutScript } from './src/content/frame.ts';
import { sampleDetails } from './src/content/sampleDetails.ts';
import { site } from './src/content/site.ts';
import { routes } from './src/routes.ts';

const { servicePrefix, siteUrl } = readEnvironment();

/** Every route gets a file of its own, so that a web server can tell an address that is none. */
function routeFiles(): Plugin {
  return {
    name: 'route-files',
    apply: 'build',
    // after Vite has put index.html into the bundle
    enforce: 'post',
    generateBundle(_, bundle) {
      const shell = bundle['index.html'];
      if (shell?.type !== 'asset') throw new Error('The build made no index.html.');
      const { source } = shell;
      for (const { path } of Object.values(routes)) {
        this.emitFile({ type: 'asset', fileName: `${path.slice(1)}/index.html`, source });
      }
      this.emitFile({ type: 'asset', fileName: '404.html', source });
    },
  };
}

/** What a browser without JavaScript shows. */
function noScriptNotice(): Plugin {
  return {
    name: 'noscript-notice',
    transformIndexHtml: (html) =>
      html.replace('<!--noscript-->', `<noscript>${withoutScript}</noscript>`),
  };
}

/** Compresses once, at the best quality, what a web server would compress on every request. */
function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: ({ build }) => {
      folder = build.outDir;
    },
    writeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!/\.(css|html|js|json|svg|txt|xml|webmanifest)$/.test(entry.name)) continue;
        const file = `${entry.parentPath}/${entry.name}`;
        const content = readFileSync(file);
        writeFileSync(`${file}.br`, brotliCompressSync(content));
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}

function sampleWarning(): Plugin {
  return {
    name: 'sample-warning',
    apply: 'build',
    writeBundle() {
      const details = sampleDetails(site, siteUrl);
      if (details.length === 0) return;
      this.warn(
        `The sample firm is still in place (${details.join(', ')}): edit src/content/site.ts and set SITE_URL.`,
      );
    },
  };
}

export default defineConfig({
  plugins: [react(), routeFiles(), noScriptNotice(), precompress(), sampleWarning()],
  build: { outDir: 'dist/www', emptyOutDir: true },
  define: {
    'import.meta.env.SERVICE_PREFIX': JSON.stringify(servicePrefix),
    'import.meta.env.SITE_URL': JSON.stringify(siteUrl),
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['tests/{web,scripts}/**/*.test.{ts,tsx}'],
          setupFiles: 'tests/web/setup.ts',
          restoreMocks: true,
        },
      },
      {
        test: {
          name: 'faults',
          environment: 'node',
          include: ['tests/faults/**/*.test.ts'],
          fileParallelism: false,
          // the tests that wait for the minute of the first retry wait for it together
          maxConcurrency: 10,
          testTimeout: 300_000,
        },
      },
    ],
  },
});
