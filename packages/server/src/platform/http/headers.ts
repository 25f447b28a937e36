import type { FastifyReply, FastifyRequest } from 'fastify'

/** On every answer, whatever it is. */
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
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
}

/** Two years; said only where TLS is in front. */
const strictTransport = 'max-age=63072000; includeSubDomains'

/** For answers that are no page: nothing may be loaded, run or framed. */
const closedPolicy =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export interface PagePolicy {
  /** Of this one answer; lets in the scripts and styles the page itself bears. */
  nonce?: string
  /** Hashes of inline styles that bear no nonce, with their algorithm: `sha256-...`. */
  styleHashes?: readonly string[]
  /** `ws://host` or `wss://host` of this server, for browsers whose 'self' does not cover it. */
  socketOrigin?: string | undefined
  /** What of other servers the company has listed; nothing unless given. */
  foreign?: ForeignOrigins | undefined
}

/** Origins of other servers that a page may show something of. */
export interface ForeignOrigins {
  /** In frames. */
  readonly frames: readonly string[]
  /** As pictures. */
  readonly pictures: readonly string[]
}

/** The origins among these that can stand in a policy: an address may bear a `;` in its host, and would end the directive. */
export const bearable = (origins: readonly string[]): string[] => [
  ...new Set(origins.filter((origin) => /^https:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/.test(origin))),
]

/** The content policy of a page: its own scripts, styles, pictures and connections, and nothing else. */
export function pagePolicy({ nonce, styleHashes = [], socketOrigin, foreign }: PagePolicy): string {
  const own = nonce === undefined ? ["'self'"] : ["'self'", `'nonce-${nonce}'`]
  const frames = bearable(foreign?.frames ?? [])
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': own,
    'style-src': [...own, ...styleHashes.map((hash) => `'${hash}'`)],
    'img-src': ["'self'", 'data:', 'blob:', ...bearable(foreign?.pictures ?? [])],
    'frame-src': frames.length === 0 ? ["'none'"] : frames,
    'font-src': ["'self'"],
    'connect-src': socketOrigin === undefined ? ["'self'"] : ["'self'", socketOrigin],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')
}

/** `ws://host` of the server as this request names it; undefined where the name is not one a policy can bear. */
export function socketOriginOf(request: FastifyRequest): string | undefined {
  const host = request.host
  if (!/^[A-Za-z0-9.\-:[\]]{1,255}$/.test(host)) return undefined
  return `${request.protocol === 'https' ? 'wss' : 'ws'}://${host}`
}

/** The same for answers that Fastify does not give; `isEncrypted`: they go by TLS, ours or a trusted proxy's. */
export function bareHeaders(isEncrypted: boolean): Readonly<Record<string, string>> {
  return {
    ...fixedHeaders,
    'content-security-policy': closedPolicy,
    'cache-control': 'no-store',
    ...(isEncrypted ? { 'strict-transport-security': strictTransport } : {}),
  }
}

/** Puts the headers of every answer on this one; what serves pages or assets refines them afterwards. */
export function secure(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(bareHeaders(request.protocol === 'https'))
}
