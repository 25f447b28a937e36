import type { Principal } from './principals.testing.ts'
import { sendTo } from './request.testing.ts'
import { exampleOf, type Stage, validCall } from './stage.testing.ts'
import type { Kind, Things } from './things.testing.ts'

/** Of each kind that a DELETE takes away, one that was there and is not any more. */
export async function goneThings(stage: Stage, by: Principal): Promise<Things> {
  const gone: Things = {}
  for (const endpoint of stage.endpoints.filter((one) => one.method === 'DELETE')) {
    const [slot, kind] = Object.entries(exampleOf(endpoint).at ?? {}).at(-1) ?? []
    if (slot === undefined || kind === undefined || !slot.startsWith('params.')) continue
    const { sent } = await validCall(stage, endpoint, by, { isServed: true })
    const { status, text } = await sendTo(stage.t, endpoint, sent)
    if (status !== 200) throw new Error(`${endpoint.operation}: ${text}`)
    gone[kind] = sent.params[slot.slice('params.'.length)] as number
  }
  return gone
}

/** What stays, and says so of itself: revoked displays and keys, a device without its key. */
export const leftStanding: ReadonlySet<Kind> = new Set(['kiosk', 'api_key', 'device'])
