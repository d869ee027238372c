import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { readEnvironment } from './scripts/environment.mjs';
import { site } from './scripts/plugins/index.ts';

/**
 * "vite" is the dev site with the endpoint and an inbox, "vite build" makes the whole upload, "vite
 * preview" shows it as a host would.
 */
export default defineConfig(({ command }) => {
  const environment = readEnvironment();
  // whatever the shell says: React's development build is twice the size
  if (command === 'build') process.env['NODE_ENV'] = 'production';
  return {
    plugins: [react(), site(environment)],
    server: { host: '127.0.0.1', port: environment.port, strictPort: true },
    preview: { port: environment.port },
  };
});
