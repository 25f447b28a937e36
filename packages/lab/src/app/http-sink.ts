import { createServer, type IncomingHttpHeaders } from 'node:http'

/** HTTP request that the sink received: method, path with query, headers, and body as text. */
export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/**
 * Answer that a test lets the sink give to a request. `null` in place of an answer: the sink keeps the connection open and never
 * answers.
 */
export type SinkAnswer = {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body?: string
  /** Time in ms from the end of the request to the answer; 0 unless given. */
  readonly afterMs?: number
} | null

export interface HttpSink {
  /** `http://127.0.0.1:port` */
  readonly url: string
  readonly received: ReceivedRequest[]
  /**
   * Replaces the function that answers requests. A request that has arrived completely before keeps its answer, even one still to
   * be sent.
   */
  behave(answer: (request: ReceivedRequest) => SinkAnswer): void
  close(): Promise<void>
}

/**
 * Starts a small HTTP server on a free loopback port. It keeps every request in `received`, in order of arrival, and answers 200
 * with an empty body until `behave` replaces that.
 */
export async function httpSink(): Promise<HttpSink> {
  const received: ReceivedRequest[] = []
  let answer: (request: ReceivedRequest) => SinkAnswer = () => ({ status: 200 })
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const kept = { method, path: url, headers, body: Buffer.concat(chunks).toString() }
      received.push(kept)
      const given = answer(kept)
      if (given === null) return
      setTimeout(() => response.writeHead(given.status, given.headers).end(given.body), given.afterMs ?? 0)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    behave: (next) => {
      answer = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}
