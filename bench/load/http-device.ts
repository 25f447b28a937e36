import { Agent, request } from 'node:http'

/** Agent that keeps connections open: one per device, as long as each device sends one message at a time. */
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

/** Ends all connections, also those with a message in flight. */
export const cutHttpConnections = (): void => agent.destroy()

/**
 * Sends an envelope to `/v0/ingest`. Resolves with the HTTP status once the answer has been read, and with 0 after an error or
 * `withinMs` ms without activity (0: no limit).
 */
export function post(
  port: number,
  { uuid, key }: { uuid: string; key: string },
  body: Buffer,
  withinMs = 0,
): Promise<number> {
  return new Promise((resolve) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': body.length,
      authorization: `Device ${uuid}:${key}`,
    }
    const sent = request({ agent, host: '127.0.0.1', port, method: 'POST', path: '/v0/ingest', headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', () => resolve(0))
    sent.on('close', () => resolve(0))
    sent.setTimeout(withinMs, () => sent.destroy())
    sent.end(body)
  })
}
