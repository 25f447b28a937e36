import type { Body, Endpoint, Params, Query } from '@millwatch/contract/endpoint'
import { type ErrorCode, errors } from '@millwatch/contract/errors'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'

/** A call that a page made, with the types of the contract. */
export interface MadeCall<E> {
  readonly params: Params<E>
  readonly query: Query<E>
  readonly body: Body<E>
}

/** Returns the answer to a call; the schema of the contract checks it. */
type Answering<E> = (made: MadeCall<E>) => unknown

interface Answered {
  readonly endpoint: Endpoint
  readonly path: RegExp
  readonly answer: Answering<Endpoint>
  readonly made: MadeCall<Endpoint>[]
}

class Refusal extends Error {
  readonly code: ErrorCode
  constructor(code: ErrorCode) {
    super(code)
    this.code = code
  }
}

/** Answers with an error of the API. */
export const refuse = (code: ErrorCode): never => {
  throw new Refusal(code)
}

/** Answers with something that is not in the contract. */
export const answerRaw = (body: string, status: number): never => {
  throw new Response(body, { status })
}

/** Answers with a status, success unless given, but the connection is lost while the body is read. */
export const answerPart = (status = 200): never => {
  const lost = new TypeError('network error')
  throw new Response(new ReadableStream({ pull: (controller) => controller.error(lost) }), { status })
}

/** The error of `fetch` without a network. */
class NoNetwork extends TypeError {
  override readonly message = 'Failed to fetch'
}

/** Answers nothing, as without a network. */
export const noAnswer = (): never => {
  throw new NoNetwork()
}

const pattern = (path: string): RegExp => new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)

function checked(schema: TSchema | undefined, value: unknown, part: string): unknown {
  if (schema === undefined || Value.Check(schema, value)) return value
  throw new Error(`${part} does not agree with the contract: ${JSON.stringify(Value.Errors(schema, value))}`)
}

/**
 * Takes the place of the network below a page: a test gives the answers. Calls and answers that do not agree with the contract,
 * and calls without an answer, make the test fail.
 */
export class FakeServer {
  readonly faults: string[] = []
  /** Number of calls that wait for their answer. */
  underWay = 0
  readonly #answered = new Map<string, Answered>()

  /** Sets the answer to a call, in place of an earlier one. */
  on<E extends Endpoint>(endpoint: E, answer: Answering<E>): this {
    const { operation, path } = endpoint
    const made = this.#answered.get(operation)?.made ?? []
    this.#answered.set(operation, { endpoint, path: pattern(path), answer: answer as Answering<Endpoint>, made })
    return this
  }

  /** Returns the bodies of the calls that the page made. */
  bodies<E extends Endpoint>({ operation }: E): Body<E>[] {
    return (this.#answered.get(operation)?.made ?? []).map(({ body }) => body as Body<E>)
  }

  readonly fetch = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(url, 'http://millwatch.example')
    const called = `${init.method} ${pathname}`
    const found = [...this.#answered.values()].find(
      ({ endpoint, path }) => endpoint.method === init.method && path.test(pathname),
    )
    this.underWay++
    try {
      if (found === undefined) throw new Error('nobody answers it')
      return await answerTo(found, pathname, searchParams, init.body)
    } catch (error) {
      if (error instanceof NoNetwork) throw error
      if (error instanceof Response) return error
      if (error instanceof Refusal) {
        const { status, text } = errors[error.code]
        return Response.json({ status: 'error', error: text, code: error.code, request_id: 'r-1' }, { status })
      }
      this.faults.push(`${called}: ${error instanceof Error ? error.message : error}`)
      throw new NoNetwork()
    } finally {
      this.underWay--
    }
  }
}

async function answerTo(found: Answered, pathname: string, search: URLSearchParams, sent: RequestInit['body']) {
  const { shapes } = found.endpoint
  const convert = (schema: TSchema | undefined, value: object): unknown =>
    schema === undefined ? value : Value.Convert(schema, value)
  const made = {
    params: checked(shapes.params, convert(shapes.params, { ...found.path.exec(pathname)?.groups }), 'A parameter'),
    query: checked(shapes.query, convert(shapes.query, Object.fromEntries(search)), 'The query'),
    body: typeof sent === 'string' ? checked(shapes.body, JSON.parse(sent), 'The body') : sent,
  } as unknown as MadeCall<Endpoint>
  found.made.push(made)
  return Response.json(checked(shapes.answer, await found.answer(made), 'The answer'))
}
