import { Agent, type IncomingMessage, request } from 'node:http'
import { median } from './figures.ts'

export interface TimedAnswer {
  /**
   * Time from the start of the request to the last byte of the answer, over loopback on a kept connection without compression, in
   * ms.
   */
  readonly ms: number
  readonly bytes: number
  readonly body: string
}

/** Request for `refusedMs`, whose answer may have another status than 200. */
export interface Question {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

/** Client that sends requests to one server as one person, on one connection, one at a time. */
export class Caller {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #port: number
  readonly #headers: Readonly<Record<string, string>>

  constructor(port: number, headers: Readonly<Record<string, string>>) {
    this.#port = port
    this.#headers = headers
  }

  /** Sends a GET request and returns its answer. Throws an error for another status than 200. */
  async get(path: string): Promise<TimedAnswer> {
    return this.#askFor200('GET', path, undefined)
  }

  async post(path: string, body: string): Promise<TimedAnswer> {
    return this.#askFor200('POST', path, body)
  }

  /**
   * Sends a request and returns the time in ms until its answer is read. Throws an error if the answer has another status than
   * `status`.
   */
  async refusedMs(status: number, { method, path, body, headers = {} }: Question): Promise<number> {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const answer = await this.#ask(method, path, text, headers)
    if (answer.status !== status) throw new Error(`${method} ${path} was answered ${answer.status}: ${answer.body}`)
    return answer.ms
  }

  /** Returns the median time in ms of `times` equal GET requests, sent after one whose time is ignored. */
  async medianMs(path: string, times: number): Promise<number> {
    const taken: number[] = []
    await this.get(path)
    for (let n = 0; n < times; n++) taken.push((await this.get(path)).ms)
    return median(taken)
  }

  close(): void {
    this.#agent.destroy()
  }

  async #askFor200(method: string, path: string, body: string | undefined): Promise<TimedAnswer> {
    const { status, ...answer } = await this.#ask(method, path, body, {})
    if (status !== 200)
      throw new Error(`${method} ${path.slice(0, 120)} was answered ${status}: ${answer.body.slice(0, 200)}`)
    return answer
  }

  async #ask(
    method: string,
    path: string,
    body: string | undefined,
    more: Readonly<Record<string, string>>,
  ): Promise<TimedAnswer & { readonly status: number }> {
    const began = performance.now()
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const length =
        body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      const headers = { ...this.#headers, ...length, ...more }
      const outgoing = request(
        { agent: this.#agent, host: '127.0.0.1', port: this.#port, method, path, headers },
        resolve,
      )
      outgoing.on('error', reject)
      outgoing.end(body)
    })
    const parts: Buffer[] = []
    for await (const part of answer) parts.push(part as Buffer)
    const ms = performance.now() - began
    const whole = Buffer.concat(parts)
    return { ms, bytes: whole.length, body: whole.toString(), status: answer.statusCode ?? 0 }
  }
}

export const asPerson = (port: number, token: string): Caller => new Caller(port, { authorization: `Bearer ${token}` })
