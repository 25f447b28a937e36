import type { FastifyReply, FastifyRequest } from 'fastify'

/** Headers that every answer has with the same value; only the page shown in a frame has another `x-frame-options`. */
const fixedHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-permitted-cross-domain-policies': 'none',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-create=(self), publickey-credentials-get=(self), usb=()',
}

/** Value of the header for two years of TLS only; sent over TLS only. */
const strictTransport = 'max-age=63072000; includeSubDomains'

/** Policy for answers that are not pages: nothing may be loaded, run or framed. */
const closedPolicy =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Policy of the service worker, which may fetch from this server and nothing else. */
export const workerPolicy = "default-src 'none'; connect-src 'self'"

export interface PagePolicy {
  /** Nonce of this one answer; allows the scripts and styles of the page itself. */
  nonce?: string
  /** Hashes of inline styles without a nonce, with their algorithm: `sha256-...`. */
  styleHashes?: readonly string[]
  /** `ws://host` or `wss://host` of this server, for browsers whose 'self' does not include it. */
  socketOrigin?: string | undefined
  /** True for a page that pages of this server show in a frame; no other page may be in one. */
  isFramed?: boolean
  /** Origins of other servers that the company has listed; none unless given. */
  foreign?: ForeignOrigins | undefined
}

/** Origins (such as `https://host`) of other servers from which a page may load frames and images. */
export interface ForeignOrigins {
  /** Origins of pages in frames. */
  readonly frames: readonly string[]
  /** Origins of pictures. */
  readonly images: readonly string[]
}

/**
 * Returns the origins that are valid in a content policy, each once, in order: https with a plain host name or address, and
 * optionally a port. All others are left out, as a `;` would end the directive.
 */
export const safeOrigins = (origins: readonly string[]): string[] => [
  ...new Set(origins.filter((origin) => /^https:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/.test(origin))),
]

/**
 * Returns the content security policy of a page: it allows the page's own scripts, styles, pictures and connections,
 * frames of this server, and frames and pictures from `foreign`. No page may be shown in a frame, except that one with
 * `isFramed` may be in a frame of this server; it has no frames itself.
 */
export function pagePolicy({ nonce, styleHashes = [], socketOrigin, isFramed = false, foreign }: PagePolicy): string {
  const selfSources = nonce === undefined ? ["'self'"] : ["'self'", `'nonce-${nonce}'`]
  const frames = safeOrigins(foreign?.frames ?? [])
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': selfSources,
    'style-src': [...selfSources, ...styleHashes.map((hash) => `'${hash}'`)],
    'img-src': ["'self'", 'data:', 'blob:', ...safeOrigins(foreign?.images ?? [])],
    'frame-src': isFramed ? ["'none'"] : ["'self'", ...frames],
    'font-src': ["'self'"],
    'connect-src': socketOrigin === undefined ? ["'self'"] : ["'self'", socketOrigin],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': [isFramed ? "'self'" : "'none'"],
  }
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')
}

/**
 * Returns `ws://host` or `wss://host` of the server as this request names it; undefined if the name cannot stand in a
 * policy.
 */
export function socketOriginOf(request: FastifyRequest): string | undefined {
  const host = request.host
  if (!/^[A-Za-z0-9.\-:[\]]{1,255}$/.test(host)) return undefined
  return `${request.protocol === 'https' ? 'wss' : 'ws'}://${host}`
}

/**
 * Returns the security headers of an answer that is not a page: nothing in it may be loaded, run or framed, and it is not
 * cached. `isEncrypted` adds the header that demands TLS; pass true if the browser uses TLS, with this server or a trusted
 * proxy. Answers outside Fastify use it directly, all others through `secure`.
 */
export function bareHeaders(isEncrypted: boolean): Readonly<Record<string, string>> {
  return {
    ...fixedHeaders,
    'content-security-policy': closedPolicy,
    'cache-control': 'no-store',
    ...(isEncrypted ? { 'strict-transport-security': strictTransport } : {}),
  }
}

/** Sets the security headers of every answer on a reply; handlers of pages and assets may replace them afterwards. */
export function secure(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(bareHeaders(request.protocol === 'https'))
}
