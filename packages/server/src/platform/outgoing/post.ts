import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as encryptedRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { ReachableNetworks } from './networks.ts'
import { publicAddresses } from './public-names.ts'
import { Undelivered } from './undelivered.ts'

export interface GuardedPost {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Checks for the addresses of the URL's host. */
  readonly networks: ReachableNetworks
  /** Time for name, connection and answer together, ms. */
  readonly withinMs: number
  /**
   * Returns all addresses of a name. Unless given, name servers are used. If the operator allows private networks, the name
   * service of the system is used, which also knows names of the plant.
   */
  readonly resolve?: (host: string) => Promise<readonly { readonly address: string }[]>
}

export interface PostAnswer {
  readonly status: number
  readonly retryAfter: string | undefined
}

/** Largest part of an answer that is read, in bytes; the connection is closed after it. */
const mostBytes = 16_384

/**
 * Posts a text to a URL that a person of a company typed, and returns the status and `Retry-After` header of the answer. All
 * addresses of the name must be public or allowed by the operator, and the connection goes to the first of these checked
 * addresses. Plain http is refused outside allowed networks. A redirect is not followed, but returned. Throws Undelivered if the
 * URL or its addresses are refused, or there is no answer in time; never retries.
 */
export async function postGuarded(post: GuardedPost): Promise<PostAnswer> {
  const url = urlOf(post.url)
  const deadline = AbortSignal.timeout(post.withinMs)
  const address = await Promise.race([checkedAddress(url, post), expiry(deadline)])
  if (url.protocol === 'http:' && !post.networks.isAllowed(address))
    throw new Undelivered('The address must begin with https://', true)
  return send(url, address, post, deadline)
}

function urlOf(text: string): URL {
  if (!URL.canParse(text)) throw new Undelivered('The address is no URL', true)
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new Undelivered('The address must begin with https://', true)
  if (url.username !== '' || url.password !== '')
    throw new Undelivered('The address must not contain a user name or password', true)
  return url
}

const expiry = (deadline: AbortSignal) =>
  new Promise<never>((_, reject) => {
    deadline.addEventListener('abort', () => reject(new Undelivered('The receiver did not answer in time', false)))
  })

/**
 * Resolves the host of a URL and returns its first address. Throws Undelivered if it has none, or if this server may not connect
 * to all of them.
 */
async function checkedAddress(url: URL, { networks, withinMs, resolve }: GuardedPost): Promise<string> {
  const named = networks.isWidened ? bySystem : (name: string) => publicAddresses(name, { withinMs })
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [{ address: host }] : await (resolve ?? named)(host).catch(unresolved)
  const [first] = addresses
  if (!first) throw new Undelivered('The name of the receiver has no address', false)
  if (!addresses.every(({ address }) => networks.isReachable(address)))
    throw new Undelivered('The receiver is in a private network, which the operator has not allowed', true)
  return first.address
}

const bySystem = (host: string) => lookup(host, { all: true })

function unresolved(): never {
  throw new Undelivered('The name of the receiver was not found', false)
}

function send(url: URL, address: string, post: GuardedPost, deadline: AbortSignal): Promise<PostAnswer> {
  const family = isIP(address)
  // The name is not resolved again: a second answer could name another address than the one that was checked.
  const pinned: LookupFunction = (_host, options, done) =>
    options.all ? done(null, [{ address, family }]) : done(null, address, family)
  return new Promise((resolve, reject) => {
    const fail = () =>
      reject(
        new Undelivered(
          deadline.aborted ? 'The receiver did not answer in time' : 'The receiver cannot be reached',
          false,
        ),
      )
    const request = (url.protocol === 'https:' ? encryptedRequest : plainRequest)(
      url,
      {
        method: 'POST',
        agent: false,
        lookup: pinned,
        signal: deadline,
        headers: { ...post.headers, 'content-length': String(Buffer.byteLength(post.body)) },
      },
      (answer) => receive(answer, resolve, fail),
    )
    request.on('error', fail)
    request.end(post.body)
  })
}

/**
 * Reads the answer and resolves to its status and `Retry-After` header. At more than 16 KiB the connection is closed, so that a
 * sender that never ends is cut off.
 */
function receive(answer: IncomingMessage, resolve: (answer: PostAnswer) => void, fail: () => void): void {
  const result = { status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] }
  let bytes = 0
  const finish = () => resolve(result)
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= mostBytes) return
    finish()
    answer.destroy()
  })
  answer.on('end', finish)
  answer.on('error', fail)
  answer.on('close', finish)
}
