import type { Answer, Body, Endpoint, Params, Query } from '@millwatch/contract/endpoint'
import type { ErrorCode } from '@millwatch/contract/errors'
import { whileBusy } from './busy.ts'
import { learnServerTime } from './clock.ts'
import { showOverrides, storeOverrides } from './visible-overrides.ts'

/** Error answer of the server, thrown by `call`: HTTP status, error code, and the text for people as its message. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ErrorCode | undefined
  readonly requestId: string | undefined

  constructor(status: number, message: string, code?: ErrorCode, requestId?: string) {
    super(message)
    this.status = status
    this.code = code
    this.requestId = requestId
  }
}

/**
 * Error thrown by `call` without a whole answer: the server or the network cannot be reached, or the connection was lost while
 * the answer was read.
 */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  constructor() {
    super('Network error')
  }
}

/** Error thrown by `call` for an answer that is not one of the API, such as the page of a network that wants a sign-in first. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer'
  constructor() {
    super('The answer cannot be read')
  }
}

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [K in Name]?: undefined }
  : { [K in Name]: Value }
export type Request<E> = Part<'params', Params<E>> &
  Part<'query', Query<E>> &
  Part<'body', Body<E>> & {
    signal?: AbortSignal
    /** Key of a `keyed` call. The server performs a call that is sent again with the same key only once. */
    idempotencyKey?: string
  }

let onUnauthorized: (() => void) | undefined
/**
 * Registers the function that is called when any call except the sign-in is answered with 401. It replaces the one registered
 * before.
 */
export function whenUnauthorized(listener: () => void): void {
  onUnauthorized = listener
}

function address(path: string, params: unknown, query: unknown): string {
  const values = (params ?? {}) as Record<string, string | number>
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size === 0 ? filled : `${filled}?${search}`
}

/** Returns the value of a JSON text; undefined for a text that is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function failureOf({ status }: Response, text: string): ApiError {
  const body = (parsed(text) ?? {}) as { error?: string; code?: ErrorCode; request_id?: string }
  return new ApiError(status, body.error ?? 'Unknown response code', body.code, body.request_id)
}

/**
 * Makes a call of the API and returns the answer, null for status 204. Throws `ApiError` for an error answer, `NetworkError`
 * without a whole answer, `UnreadableAnswer` for one that is not of the API, and the reason of its signal when that was aborted.
 * Also corrects `now` by the time of the answer, and calls the function of `whenUnauthorized` for status 401 (not of the
 * sign-in).
 */
export async function call<E extends Endpoint>(endpoint: E, request: Request<E>): Promise<Answer<E>> {
  const { params, query, body, signal, idempotencyKey } = request as Request<Endpoint> & {
    body?: unknown
    params?: unknown
    query?: unknown
  }
  return answerOf(endpoint, address(endpoint.path, params, query), {
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: storeOverrides(JSON.stringify(body)) }),
    ...(signal === undefined ? {} : { signal }),
  })
}

/** Makes a call of the API whose body is a file, with the same result and errors as `call`. */
export const sendFile = <E extends Endpoint>(endpoint: E, file: Blob): Promise<Answer<E>> =>
  answerOf(endpoint, endpoint.path, { headers: { 'Content-Type': file.type }, body: file })

/**
 * Resolves with a part of an answer when it has arrived. Throws the reason of the signal if that was aborted, else `NetworkError`
 * for a part that does not arrive.
 */
const arrived = <T>(part: Promise<T>, { signal }: RequestInit): Promise<T> =>
  part.catch((error: unknown) => {
    throw signal?.aborted ? error : new NetworkError()
  })

async function answerOf<E extends Endpoint>(endpoint: E, url: string, given: RequestInit): Promise<Answer<E>> {
  const init: RequestInit = { ...given, method: endpoint.method, credentials: 'same-origin', cache: 'no-store' }
  const response = await arrived(whileBusy(fetch(url, init)), given)
  learnServerTime(response.headers.get('Date'))
  if (response.status === 401 && endpoint.operation !== 'session.create') onUnauthorized?.()
  const text = await arrived(response.text(), given)
  if (!response.ok) throw failureOf(response, text)
  const answer = response.status === 204 ? null : parsed(showOverrides(text))
  if (answer === undefined) throw new UnreadableAnswer()
  return answer as Answer<E>
}
