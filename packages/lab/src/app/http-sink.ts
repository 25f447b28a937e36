import { createServer, type IncomingHttpHeaders } from 'node:http'

/** A request that the sink received. */
export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Answer of the sink: status, headers and body. `null`: it never answers. */
export type SinkAnswer = {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body?: string
  /** Time from the request to the answer; without: at once. */
  readonly afterMs?: number
} | null

export interface HttpSink {
  /** `http://127.0.0.1:port` */
  readonly url: string
  readonly received: ReceivedRequest[]
  /** Replaces the function for its answers from now on. */
  behave(answer: (request: ReceivedRequest) => SinkAnswer): void
  close(): Promise<void>
}

/** Starts a small HTTP server on loopback that keeps every request, and answers 200 unless it is to behave otherwise. */
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
