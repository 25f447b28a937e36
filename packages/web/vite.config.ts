import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Server that `vite` sends calls to, in development only. */
const server = process.env.MILLWATCH_SERVER ?? 'http://127.0.0.1:8080'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }

/**
 * Replaces the library that describes shapes by a stub in browser bundles, which saves a tenth of the sign-in page.
 * Pages take methods, paths and types from the contract but validate no shapes. The stub returns itself for every
 * property and call.
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

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

/** Parts of an endpoint's definition that only the server and its documentation need. */
const FOR_THE_SERVER = ['shapes', 'summary']

/** The same parts of its policy: the page asks only who may make a call. */
const OF_POLICY_FOR_THE_SERVER = ['rate', 'audit', 'unaudited', 'listable']

/** Returns true for `...Shape.properties`. Reading a property might do something, so the bundler keeps the shape for it. */
function readsProperties(node: Node): boolean {
  const { argument } = node as Node & { argument?: Node & { property?: { name?: string } } }
  return node.type === 'SpreadElement' && argument?.property?.name === 'properties'
}

/** Yields the places in a module of the contract with such parts, and all its calls. */
function* placesIn(node: Node, parts = FOR_THE_SERVER): Generator<{ readonly cut: Node } | { readonly call: number }> {
  const { type, key } = node as Node & { key?: { name?: string } }
  // Names that a pattern takes out of an object are no parts of a definition.
  if (type === 'ObjectPattern') return
  const name = type === 'Property' ? (key?.name ?? '') : ''
  if (parts.includes(name) || readsProperties(node)) {
    yield { cut: node }
    return
  }
  if (type === 'CallExpression') yield { call: node.start }
  const within = name === 'policy' ? OF_POLICY_FOR_THE_SERVER : parts
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* placesIn(child, within)
  }
}

/** Placeholder that the server replaces by a new nonce in every response. */
const NONCE = '__CSP_NONCE__'

/** Removes these parts from the bundle, and marks calls as pure, so that unused shapes are removed too. */
const shapesAreLeftOut: Plugin = {
  name: 'shapes-are-left-out',
  apply: 'build',
  transform(code, id) {
    if (!/\/packages\/contract\/src\//.test(id)) return
    const edits = new Map<number, { end: number; text: string }>()
    for (const place of placesIn(this.parse(code) as unknown as Node)) {
      if ('cut' in place) edits.set(place.cut.start, { end: place.cut.end, text: '...{}' })
      else edits.set(place.call, { end: place.call, text: '/* @__PURE__ */ ' })
    }
    let edited = code
    for (const [start, { end, text }] of [...edits].sort(([a], [b]) => b - a))
      edited = edited.slice(0, start) + text + edited.slice(end)
    return { code: edited, map: null }
  },
}

/**
 * Leaves the texts of the component library in English only. The pages are in English, and the library would bring 34
 * languages.
 */
const englishOnly: Plugin = {
  name: 'english-only',
  apply: 'build',
  transform(code, id) {
    if (!/\/node_modules\/react-[a-z-]+\/.*\/intlStrings\.mjs$/.test(id)) return
    const path = /from "([^"]*\/en-US\.mjs)"/.exec(code)?.[1]
    if (path === undefined) throw new Error(`${id} has no English texts`)
    return { code: `import texts from "${path}"\nexport default { 'en-US': texts }\n`, map: null }
  },
}

/**
 * Links the scripts of the pages that are usually opened first, so that a browser loads them beside the first script, which would
 * import them only when it runs. The server leaves out those that a request does not need, by the attribute `data-page`.
 */
const firstPagesAreLinked: Plugin = {
  name: 'first-pages-are-linked',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.values(bundle)
        .filter(({ type, name }) => type === 'chunk' && (name === 'unit' || name === 'machine'))
        .map(({ name, fileName }) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}`, nonce: NONCE, 'data-page': name },
          injectTo: 'head',
        })),
  },
}

export default defineConfig({
  define: { 'import.meta.env.VITE_MILLWATCH_VERSION': JSON.stringify(version) },
  plugins: [shapesAreTypes, shapesAreLeftOut, englishOnly, firstPagesAreLinked, react()],
  html: { cspNonce: NONCE },
  build: {
    target: 'es2023',
    // The browsers of docs/operations.md: they know nesting and light-dark() themselves.
    cssTarget: ['chrome125', 'edge125', 'firefox131', 'safari18.4'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
    sourcemap: false,
    // One style sheet for all pages, and few scripts for the first ones: each file is a request, and one large file
    // compresses better than several small ones. A group brings what its modules import, except what an earlier one has.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'start',
              test: /rolldown.runtime|\/src\/(main|pages\/sign-in\/sign-in-page|ui\/form\/use-form)\./,
              priority: 3,
            },
            { name: 'unit', test: /\/src\/(app\/router|pages\/unit\/unit-page)\./, priority: 2 },
            { name: 'machine', test: /\/src\/pages\/machine\/machine-page\./, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/v0': server, '/live': { target: server, ws: true }, '/docs': server, '/health': server },
  },
})
