import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { getLiveness, type Health } from '@millwatch/contract/http/health'
import { messageOf, StartError } from '../start-error.ts'
import type { Certificate } from '../tls.ts'
import { failureBody } from './faults.ts'
import { bareHeaders } from './headers.ts'

function refusal(error: unknown, host: string, port: number): StartError {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE') return new StartError(`Port ${port} is taken. Set PORT to another one.`)
  if (code === 'EACCES') return new StartError(`Port ${port} may not be opened. Set PORT to another one.`)
  return new StartError(`HOST is no address of this machine: ${host} (${messageOf(error)})`, error)
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(refusal(error, host, port)))
    server.listen({ host, port }, resolve)
  })
}

/**
 * Opens the port and answers every request with 503 `migrating` while the real server is starting, but `/health/live` with 200.
 * Returns a function that closes all connections and frees the port. Throws a start error at once if the port cannot be opened.
 */
export async function answerWaiting(
  host: string,
  port: number,
  version: string,
  certificate?: Certificate | undefined,
): Promise<() => Promise<void>> {
  const alive: Health = { status: 'ok', version }
  const headers = {
    ...bareHeaders(certificate !== undefined),
    'content-type': 'application/json; charset=utf-8',
    'retry-after': '1',
    connection: 'close',
  }
  const answer: RequestListener = ({ url }, response) => {
    const isAlive = url === getLiveness.path
    response.writeHead(isAlive ? 200 : 503, headers)
    response.end(JSON.stringify(isAlive ? alive : failureBody('migrating', randomUUID())))
  }
  const server = certificate === undefined ? createServer(answer) : createTlsServer(certificate.options, answer)
  await listen(server, host, port)
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}
