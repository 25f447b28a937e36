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

/** Sends events as a device over HTTP; resolves when they are stored. While the server is too busy, it waits and repeats. */
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
