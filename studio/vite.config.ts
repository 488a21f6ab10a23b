import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The service in development: `npm start`, then `npm run dev -w studio`. */
const SERVICE = 'http://127.0.0.1:3000';

/**
 * Few files, since a browser asks for six at a time: what every screen needs, what several screens need, and each screen. What
 * is loaded for a reason of its own, such as the client of the hub, stays apart.
 */
const GROUPS = [
  { name: 'first', tags: ['$initial' as const], priority: 1 },
  { name: 'shared', test: /./, minShareCount: 2 },
];

export default defineConfig({
  base: '/studio/',
  plugins: [react(), { ...optimizeLocales.vite({ locales: ['en-US', 'de-DE'] }), enforce: 'pre' }],
  build: {
    // Of builds by hand. `npm run build` gives each build a folder of its own; services run from those.
    outDir: 'dist-trial',
    // Data URLs would need a wider policy for fonts and images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
  server: {
    proxy: {
      '/api': SERVICE,
      '/dev': SERVICE,
      '/hubs': { target: SERVICE, ws: true },
      '/studio/config.json': SERVICE,
    },
  },
});
