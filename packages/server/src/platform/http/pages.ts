import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { NotFound } from '../errors.ts'
import { tokenInCookies } from './cookie.ts'
import { answerFault } from './faults.ts'
import { type ForeignOrigins, pagePolicy, safeOrigins, socketOriginOf, workerPolicy } from './headers.ts'

/** Placeholder that the build of the web puts where the nonce of an answer must be (Vite's `html.cspNonce`). */
export const noncePlaceholder = '__CSP_NONCE__'

/**
 * Placeholder in the page for the origins of its frames. They are the same as in its content policy, like those of its pictures.
 */
const framesPlaceholder = '__FRAME_ORIGINS__'
const imagesPlaceholder = '__IMAGE_ORIGINS__'

/**
 * Placeholder in the page, replaced by `none` if the request has no session cookie, so that the page sends no requests before the
 * sign-in. It becomes an empty text if there is a session cookie (not verified), or if the request does not accept HTML, as that
 * of a service worker that keeps the page for signed-in people.
 */
const sessionPlaceholder = '__SESSION__'

/**
 * Links in the page to scripts that the browser loads beside the first one: `unit`, which also has the frame of all pages for
 * signed-in people, and `machine`.
 */
const scriptLinks = /\s*<link rel="modulepreload"[^>]* data-page="(\w+)">/g

/**
 * Function that returns the origins of other servers that the page of this caller may use. If it rejects, the page may use none.
 */
export type ForeignOf = (request: FastifyRequest) => Promise<ForeignOrigins>

const MACHINE_PAGE = '/e/:id'

/** Addresses of this server at which the one page is sent; the page reads the address itself. */
const pages = [
  '/',
  '/login',
  '/password/reset',
  '/first-run',
  '/kiosk',
  '/unsubscribe',
  '/o/:id',
  MACHINE_PAGE,
  '/e/:id/operator',
  '/e/:id/d/:uuid',
  '/o/:id/alarms',
  '/e/:id/alarms',
  '/o/:id/pm',
  '/e/:id/pm',
  '/o/:id/reports',
  '/e/:id/reports',
  '/o/:id/reports/:report',
  '/e/:id/reports/:report',
  '/o/:id/addin/:addin',
  '/e/:id/addin/:addin',
  '/setup/:what',
  '/setup/:what/:which',
]

/** Address of the page of one device, which other pages of this server show in a frame. */
const framedPage = '/device-ui/'

/** Pattern of paths without pages: an unknown address below them gets an error for a program, not the page. */
const machinery = /^\/(v0|live|docs|assets|metrics|health)(\/|$)/

function pageSender(webRoot: string, foreignOf: ForeignOf | undefined) {
  const html = readFileSync(join(webRoot, 'index.html'), 'utf8')
  return async (request: FastifyRequest, reply: FastifyReply, status: number) => {
    const nonce = randomBytes(18).toString('base64')
    const foreign = await foreignOf?.(request).catch(() => undefined)
    const frames = safeOrigins(foreign?.frames ?? []).join(' ')
    const images = safeOrigins(foreign?.images ?? []).join(' ')
    const hasSession = tokenInCookies(request.headers.cookie, request) !== undefined
    const isStranger = !hasSession && acceptsPage(request)
    const isNeeded = (page: string) => !isStranger && (page === 'unit' || request.routeOptions.url === MACHINE_PAGE)
    const isFramed = request.routeOptions.url === framedPage
    if (isFramed) reply.header('x-frame-options', 'SAMEORIGIN')
    const policy = pagePolicy({ nonce, socketOrigin: socketOriginOf(request), isFramed, foreign })
    return reply
      .code(status)
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(
        html
          .replaceAll(scriptLinks, (link, page) => (isNeeded(page) ? link : ''))
          .replaceAll(noncePlaceholder, nonce)
          .replace(framesPlaceholder, frames)
          .replace(imagesPlaceholder, images)
          .replace(sessionPlaceholder, isStranger ? 'none' : ''),
      )
  }
}

const acceptsPage = (request: FastifyRequest): boolean => (request.headers.accept ?? '').includes('text/html')

/**
 * Returns true if an unknown address is to be answered with the page: a GET that accepts HTML, outside the paths for programs,
 * and without a file extension.
 */
function wantsPage(request: FastifyRequest): boolean {
  return (
    request.method === 'GET' &&
    !machinery.test(request.url) &&
    !/\.[a-z0-9]+$/i.test(request.url.split('?')[0] ?? '') &&
    acceptsPage(request)
  )
}

/**
 * Returns the handler for requests without a route, which answers with 404: with the page if a browser requests a page and there
 * is a build of the web, otherwise with the error as JSON.
 */
export function pageOrNotFound(webRoot: string, foreignOf?: ForeignOf) {
  const sendPage = hasPages(webRoot) ? pageSender(webRoot, foreignOf) : undefined
  return (request: FastifyRequest, reply: FastifyReply) =>
    sendPage && wantsPage(request) ? sendPage(request, reply, 404) : answerFault(new NotFound(), request, reply)
}

const hasPages = (webRoot: string): boolean => existsSync(join(webRoot, 'index.html'))

/**
 * Registers the built web in `webRoot`: the page at its addresses, with a new nonce in each answer, and the other files. Files
 * below `assets/`, which have a hash in their name, may be cached for a year; others are checked at each use. Registers nothing
 * if there is no build.
 */
export async function servePages(app: FastifyInstance, webRoot: string, foreignOf?: ForeignOf): Promise<void> {
  if (!hasPages(webRoot)) return
  const sendPage = pageSender(webRoot, foreignOf)
  for (const url of [...pages, framedPage]) {
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
      // The build writes a compressed copy beside each file.
      preCompressed: true,
      globIgnore: ['index.html', '**/*.{map,br,gz}'],
      cacheControl: false,
      setHeaders: (reply, path) => {
        // File names under assets/ contain a hash of the content.
        const lasting = /[\\/]assets[\\/]/.test(path)
        // The policy of its file is that of everything the service worker does: it only fetches files of this server.
        if (/[\\/]worker\.js(\.br|\.gz)?$/.test(path)) reply.header('content-security-policy', workerPolicy)
        // The library knows the type of an SVG, but names no character set.
        if (/\.svg(\.br|\.gz)?$/.test(path)) reply.header('content-type', 'image/svg+xml; charset=utf-8')
        reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  await app.register(assets)
}
