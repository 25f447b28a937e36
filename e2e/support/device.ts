import { randomUUID } from 'node:crypto'
import type { DeviceEvent } from '@millwatch/contract/devices'
import type { MadeMachine } from '@millwatch/lab/product/company'

/** Sends events over the device protocol; resolves with the acknowledgement. */
export async function send(url: string, machine: MadeMachine, events: readonly DeviceEvent[]): Promise<void> {
  const answer = await fetch(`${url}/v0/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Device ${machine.uuid}:${machine.key}` },
    body: JSON.stringify({ batch_id: randomUUID(), sent_at: Date.now(), events }),
  })
  if (!answer.ok) throw new Error(`The batch was answered ${answer.status}: ${await answer.text()}`)
}

/** Returns `count` cycles of `cycleTime` seconds, one after the other; the last ends at `end`. */
export function cycles(count: number, cycleTime: number, end: number): DeviceEvent[] {
  return Array.from({ length: count }, (_, index) => ({
    t: end - (count - 1 - index) * cycleTime * 1000,
    type: 'cycle' as const,
    cycle_time: cycleTime,
    temperature_1: 40 + index / 10,
  }))
}

export const status = (value: 'running' | 'down', t: number): DeviceEvent => ({ t, type: 'status', status: value })
