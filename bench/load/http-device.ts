import { Agent, request } from 'node:http'

/** Keeps connections open: one per device, as long as it sends one message at a time. */
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

/** Ends all connections, also those with a message under way. */
export const cutHttpConnections = (): void => agent.destroy()

/** Sends an envelope; resolves with the status when the answer has been read, 0 if there was none within the time. */
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
