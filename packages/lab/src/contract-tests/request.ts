import type { Endpoint } from '@millwatch/contract/endpoint'
import type { InjectApp, RawAnswer } from '../app/inject-app.ts'

/** Parts of a request before they are put into an address and sent. */
export interface Sendable {
  readonly params: Record<string, unknown>
  readonly query: Record<string, unknown>
  /** Body of the request; undefined if it has none. */
  readonly body: unknown
  readonly headers: Record<string, string>
}

/**
 * Returns the path and query of a request. Values are URL-encoded but not validated, so an id may be any value; a list becomes a
 * repeated name in the query.
 */
export function addressIn({ path }: Endpoint, { params, query }: Pick<Sendable, 'params' | 'query'>): string {
  const filled = path.replace(/:([a-z]+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name]).toWellFormed()),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const entry of Array.isArray(value) ? value : [value]) search.append(name, String(entry))
  }
  return search.size === 0 ? filled : `${filled}?${search}`
}

export function sendTo({ call }: Pick<InjectApp, 'call'>, endpoint: Endpoint, sent: Sendable): Promise<RawAnswer> {
  const { body, headers } = sent
  return call(endpoint.method, addressIn(endpoint, sent), { headers, ...(body === undefined ? {} : { body }) })
}

/**
 * Returns the text of an answer without its request id, the only part that may differ between two equal answers. Only the first
 * id is removed.
 */
export const bare = (text: string): string => text.replace(/"request_id":"[^"]*"/, '')

const copied = <T>(value: T): T => (Buffer.isBuffer(value) ? value : structuredClone(value))

function setIn(holder: Record<string, unknown>, path: string, value: unknown): void {
  const [, name = '', list, rest] = /^([^.[,]+)(\[\]|,)?\.?(.*)$/.exec(path) ?? []
  if (rest === '') {
    const asList = list === '[]' && !Array.isArray(value) ? [value] : value
    holder[name] = list === ',' && Array.isArray(value) ? value.join(',') : asList
    return
  }
  holder[name] ??= list === '[]' ? [{}] : {}
  const within = holder[name]
  setIn((Array.isArray(within) ? within[0] : within) as Record<string, unknown>, rest ?? '', value)
}

/**
 * Returns a copy of the request with `value` in a slot, such as `params.id`, `body.tags[]`, `body.updates[].id` or `query.ids,`.
 * Missing objects on the way are created; a value that is no list is put into a list for `[]`.
 */
export function withSlot(sent: Sendable, slot: string, value: unknown): Sendable {
  const [part = '', ...rest] = slot.split('.')
  const parts: Record<string, unknown> = {
    params: copied(sent.params),
    query: copied(sent.query),
    body: copied(sent.body),
  }
  parts[part] ??= {}
  const holder = parts[part] as Record<string, unknown>
  setIn(holder, rest.join('.'), value)
  return { ...sent, ...parts }
}
