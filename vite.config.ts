import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { readEnvironment } from './scripts/environment.mjs';
import { plugins } from './scripts/plugins/index.ts';

/** "vite" serves the dev site, "vite build" makes the upload, and "vite preview" serves it like a host. */
export default defineConfig(({ command }) => {
  const environment = readEnvironment();
  // overrides the shell: React's development build is twice the size
  if (command === 'build') process.env['NODE_ENV'] = 'production';
  return {
    plugins: [react(), plugins(environment)],
    server: { host: '127.0.0.1', port: 4173, strictPort: true },
  };
});
