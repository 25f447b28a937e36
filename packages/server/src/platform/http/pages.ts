import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { NotFound } from '../errors.ts'
import { answerFault } from './faults.ts'
import { bearable, type ForeignOrigins, pagePolicy, socketOriginOf } from './headers.ts'

/** What the build of the web puts where the nonce of the answer belongs (Vite's `html.cspNonce`). */
export const noncePlaceholder = '__CSP_NONCE__'

/** Where the page reads which servers may be shown in a frame on it: as many as its policy lets in. */
const framesPlaceholder = '__FRAME_ORIGINS__'

/** What of other servers somebody's page may show; what fails is none. */
export type ForeignOf = (request: FastifyRequest) => Promise<ForeignOrigins>

/** Addresses the page itself understands; each is answered with the page, which reads the address. */
const pages = [
  '/',
  '/login',
  '/password/reset',
  '/first-run',
  '/o/:id',
  '/e/:id',
  '/o/:id/addin/:addin',
  '/e/:id/addin/:addin',
  '/setup/:what',
  '/setup/:what/:which',
]

/** Where no page lives: what is not found there is an error for a program, not a page for a person. */
const machinery = /^\/(v0|live|docs|assets|metrics|health)(\/|$)/

function pageSender(webRoot: string, foreignOf: ForeignOf | undefined) {
  const html = readFileSync(join(webRoot, 'index.html'), 'utf8')
  return async (request: FastifyRequest, reply: FastifyReply, status: number) => {
    const nonce = randomBytes(18).toString('base64')
    const foreign = await foreignOf?.(request).catch(() => undefined)
    const frames = bearable(foreign?.frames ?? []).join(' ')
    return reply
      .code(status)
      .header('content-security-policy', pagePolicy({ nonce, socketOrigin: socketOriginOf(request), foreign }))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html.replaceAll(noncePlaceholder, nonce).replace(framesPlaceholder, frames))
  }
}

/** A person who follows a stale link sees the page say so; a program gets the error. */
function wantsPage(request: FastifyRequest): boolean {
  return (
    request.method === 'GET' &&
    !machinery.test(request.url) &&
    !/\.[a-z0-9]+$/i.test(request.url.split('?')[0] ?? '') &&
    (request.headers.accept ?? '').includes('text/html')
  )
}

/** Answers what nobody else answers: a page where a person asked for one, else the error. */
export function pageOrNotFound(webRoot: string, foreignOf?: ForeignOf) {
  const sendPage = hasPages(webRoot) ? pageSender(webRoot, foreignOf) : undefined
  return (request: FastifyRequest, reply: FastifyReply) =>
    sendPage && wantsPage(request) ? sendPage(request, reply, 404) : answerFault(new NotFound(), request, reply)
}

const hasPages = (webRoot: string): boolean => existsSync(join(webRoot, 'index.html'))

/** Serves the built web from `webRoot`: the page with a nonce of its own each time, its assets for good. */
export async function servePages(app: FastifyInstance, webRoot: string, foreignOf?: ForeignOf): Promise<void> {
  if (!hasPages(webRoot)) return
  const sendPage = pageSender(webRoot, foreignOf)
  for (const url of pages) {
    app.get(url, { config: { operation: 'page.read' }, schema: { hide: true } }, (request, reply) =>
      sendPage(request, reply, 200),
    )
  }
  const assets: FastifyPluginAsync = async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, operation: 'page.read' }
      route.schema = { ...route.schema, hide: true }
    })
    await scope.register(fastifyStatic, {
      root: webRoot,
      wildcard: false,
      index: false,
      globIgnore: ['index.html', '**/*.map'],
      cacheControl: false,
      setHeaders: (reply, path) => {
        // Names under assets/ bear a hash of what they hold.
        const lasting = /[\\/]assets[\\/]/.test(path)
        reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  await app.register(assets)
}
