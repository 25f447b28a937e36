import type { Endpoint } from '@millwatch/contract/endpoint'
import { contentTypes, type Dice, pathTricks, textOf, valuesBy } from './fuzz-values.ts'
import { type Schema, schemaOfPart } from './operations.ts'
import { addressIn, type Sendable } from './request.ts'

/** Numbers of the 15 classes of bad input, from 1 on. */
export const classes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] as const

/** Request as it is sent over the network, with the number `kind` of its class of bad input. */
export interface Wired {
  readonly kind: number
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string | Buffer | undefined
}

type Holder = Record<string, unknown>
const isRecord = (value: unknown): value is Holder =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value)

/** Field of a request: the object that contains it, and its name there. */
interface Place {
  readonly holder: Holder
  readonly name: string
}

/**
 * Returns every field at any depth of a value, and every field that its schema declares but the value omits. Entries of a list
 * are searched, but are no fields themselves.
 */
function placesIn(value: unknown, schema: Schema | undefined): Place[] {
  if (Array.isArray(value))
    return value.flatMap((entry) => placesIn(entry, (schema?.items ?? undefined) as Schema | undefined))
  if (!isRecord(value)) return []
  const names = new Set([...Object.keys(value), ...Object.keys(schema?.properties ?? {})])
  return [...names].flatMap((name) => [{ holder: value, name }, ...placesIn(value[name], schema?.properties?.[name])])
}

interface Parts {
  params: Holder
  query: Holder
  body: unknown
}

const withSchema = ({ shapes }: Endpoint) =>
  [
    ['params', schemaOfPart(shapes.params)],
    ['query', schemaOfPart(shapes.query)],
    ['body', schemaOfPart(shapes.body)],
  ] as const

function put(parts: Parts, endpoint: Endpoint, dice: Dice, value: unknown): void {
  const places = withSchema(endpoint).flatMap(([part, schema]) => placesIn(parts[part], schema))
  if (places.length === 0) {
    parts.body = dice.pick([value, [value], { value }])
    return
  }
  const { holder, name } = dice.pick(places)
  holder[name] = holder === parts.body || dice.below(4) > 0 ? value : [value]
}

function twist(parts: Parts, dice: Dice): void {
  const holders = [parts.params, parts.query, parts.body].filter(isRecord)
  const holder = dice.pick(holders.length > 0 ? holders : [{}])
  const name = dice.pick([...Object.keys(holder), 'unexpected'])
  const change = dice.below(3)
  if (change === 0) delete holder[name]
  else holder[change === 1 ? name : `extra_${name}`] = change === 1 ? null : 1
}

const polluted = ['{"isAdmin":true}', '{"toString":null}', '"x"', '{"prototype":{"polluted":1}}', 'null']

/**
 * Returns the text of a JSON object with one more field, before or after the others: a dangerous name such as `__proto__` for
 * class 10, otherwise its first name a second time. Other text comes back unchanged.
 */
function withExtraName(text: string, kind: number, dice: Dice): string {
  if (!text.startsWith('{')) return text
  const [, first = '"x"'] = /^\{("[^"]*")/.exec(text) ?? []
  const names = kind === 10 ? ['"__proto__"', '"constructor"', '"prototype"', '"__defineGetter__"'] : [first]
  const more = `${dice.pick(names)}:${kind === 10 ? dice.pick(polluted) : dice.pick(['777777777', 'null', '"x"', '[777777777]', '{}'])}`
  const rest = text === '{}' ? '' : text.slice(1, -1)
  return `{${[more, ...(rest === '' ? [] : [rest])].sort(() => dice.below(2) - 0.5).join(',')}}`
}

function otherwise(kind: number, dice: Dice, parts: Parts, path: string): string {
  if (kind === 11) {
    const [base, query = ''] = path.split('?')
    const [first = 'ids=1'] = query.split('&')
    return `${base}?${query}${query === '' ? '' : '&'}${dice.pick([first, 'ids[]=1', 'equipIds[]=1', `${first}&${first}`, 'startDate[x]=1'])}`
  }
  if (kind === 10)
    return `${path}${path.includes('?') ? '&' : '?'}${dice.pick(['__proto__[x]=1', 'constructor=1', '__proto__=1'])}`
  if (kind !== 14) return path
  const trick = dice.pick(pathTricks)
  // A path that ends early may be that of another call, whose answer has another schema.
  const endsPath = /^[?#]/.test(trick)
  const at = endsPath ? path.length : dice.pick([...path.matchAll(/\//g)].map((slash) => slash.index))
  const isWhole = Object.keys(parts.params).length > 0 && dice.below(2) === 0
  return isWhole ? path.replace(/\/[^/?]*(\?|$)/, `/${trick}$1`) : `${path.slice(0, at)}${trick}${path.slice(at)}`
}

function encoded(text: string, dice: Dice): { body: string | Buffer; headers: Record<string, string> } {
  const how = dice.below(6)
  if (how === 0) return { body: Buffer.from(text, 'utf16le'), headers: {} }
  if (how === 1) return { body: `\ufeff${text}`, headers: {} }
  if (how === 2) return { body: text, headers: { 'content-encoding': dice.pick(['gzip', 'br', 'deflate', 'x']) } }
  if (how === 3) return { body: Buffer.from([0xff, 0xfe, 0x7b, 0x22, 0x80, 0xc0]), headers: {} }
  return {
    body: dice.pick([text, text.slice(0, -1), `${text}${text}`, '']),
    headers: { 'content-type': dice.pick(contentTypes) },
  }
}

const BULK_BYTES = 1_000_000

/**
 * Returns a body with 1,000,000 bytes of junk. The junk replaces its `events` if it has any, otherwise it is one more field; a
 * body that is no object is replaced by an object with the junk.
 */
function bulky(content: unknown): unknown {
  const bulk = 'x'.repeat(BULK_BYTES)
  if (!isRecord(content)) return { bulk }
  return Array.isArray(content.events) ? { ...content, events: [{ bulk }] } : { ...content, bulk }
}

/**
 * Returns the request of a valid call, changed by the class of bad input with the number `kind` (1 to 15). `dice` makes all other
 * choices; the valid call itself stays unchanged.
 */
export function fuzzed(endpoint: Endpoint, valid: Sendable, kind: number, dice: Dice): Wired {
  const isFile = Buffer.isBuffer(valid.body)
  const parts: Parts = structuredClone({
    params: valid.params,
    query: valid.query,
    body: isFile ? undefined : valid.body,
  })
  const values = valuesBy[kind]
  if (values !== undefined) put(parts, endpoint, dice, dice.pick(values))
  if (kind === 2) twist(parts, dice)
  const content = parts.body === undefined && kind >= 10 && kind <= 12 && endpoint.method !== 'GET' ? {} : parts.body
  let body: string | Buffer | undefined = isFile && kind !== 12 ? (valid.body as Buffer) : undefined
  const headers: Record<string, string> = { ...valid.headers }
  if (content !== undefined) {
    body = textOf(kind === 15 ? bulky(content) : content)
    headers['content-type'] ??= 'application/json'
    if (kind === 10 || kind === 11) body = withExtraName(body, kind, dice)
    if (kind === 12) {
      const other = encoded(body, dice)
      body = other.body
      Object.assign(headers, other.headers)
    }
  }
  const path = otherwise(kind, dice, parts, addressIn(endpoint, { ...parts, query: unraw(parts.query) }))
  return { kind, method: endpoint.method, path: path.replace(/[^\x21-\x7e]/g, encodeURIComponent), headers, body }
}

const unraw = (query: Holder): Holder =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, 6000) : value]),
  )
