import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { DeviceEvent } from '@millwatch/contract/devices'
import type { MadeMachine } from './company.ts'

interface Batch {
  /** Id of the batch; a new one unless given. */
  readonly batchId?: string
  /** Time at which the device sends it (epoch ms); now unless given. */
  readonly sentAt?: number
}

/**
 * Sends a batch of events as a device over HTTP and resolves when the server has acknowledged it. After 429 or 503 it waits for
 * the seconds in `retry-after`, 1 if absent, and repeats without a limit; other errors are thrown.
 */
export async function sendEvents(
  url: string,
  { uuid, key }: Pick<MadeMachine, 'uuid' | 'key'>,
  events: readonly DeviceEvent[],
  { batchId = randomUUID(), sentAt = Date.now() }: Batch = {},
): Promise<void> {
  const body = JSON.stringify({ batch_id: batchId, sent_at: sentAt, events })
  const headers = { authorization: `Device ${uuid}:${key}`, 'content-type': 'application/json' }
  for (;;) {
    const answer = await fetch(`${url}/v0/ingest`, { method: 'POST', headers, body })
    const text = await answer.text()
    if (answer.ok) return
    if (answer.status !== 429 && answer.status !== 503) throw new Error(`Ingest: ${answer.status} ${text}`)
    await delay(1000 * Number(answer.headers.get('retry-after') ?? 1))
  }
}
