import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Where `vite` (development only) sends the calls: a running server. */
const server = process.env.MILLWATCH_SERVER ?? 'http://127.0.0.1:8080'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }

/**
 * The pages take methods, paths and types from the contract and check no shapes: the library that describes them stays out of
 * what browsers load, a tenth of the sign-in page. In its place stands something that answers whatever it is asked with itself.
 */
const shapesAreTypes: Plugin = {
  name: 'shapes-are-types',
  enforce: 'pre',
  resolveId: (id) => (id === 'typebox' ? '\0typebox' : undefined),
  load: (id) =>
    id === '\0typebox'
      ? 'export const Type = new Proxy(() => {}, { get: () => Type, apply: () => Type, ownKeys: () => [] })'
      : undefined,
}

export default defineConfig({
  define: { 'import.meta.env.VITE_MILLWATCH_VERSION': JSON.stringify(version) },
  plugins: [shapesAreTypes, react()],
  // The server writes a fresh nonce over this placeholder in every response.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
    sourcemap: false,
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/v0': server, '/live': { target: server, ws: true }, '/docs': server, '/health': server },
  },
})
