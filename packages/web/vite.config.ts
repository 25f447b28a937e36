import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where `vite` (development only) sends the calls: a running server. */
const server = process.env.MILLWATCH_SERVER ?? 'http://127.0.0.1:8080'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }

export default defineConfig({
  define: { 'import.meta.env.VITE_MILLWATCH_VERSION': JSON.stringify(version) },
  plugins: [react()],
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
