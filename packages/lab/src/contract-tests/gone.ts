import type { Principal } from './principals.ts'
import { sendTo } from './request.ts'
import { exampleOf, type Stage, validCall } from './stage.ts'
import type { ThingKind, Things } from './things.ts'

/**
 * Deletes one new object of every kind that has a DELETE call whose path ends with its id, as the caller `by`. Returns their ids
 * by kind; throws an error if a call fails.
 */
export async function goneThings(stage: Stage, by: Principal): Promise<Things> {
  const gone: Things = {}
  for (const endpoint of stage.endpoints.filter(({ method }) => method === 'DELETE')) {
    const [slot, kind] = Object.entries(exampleOf(endpoint).at ?? {}).at(-1) ?? []
    if (slot === undefined || kind === undefined || !slot.startsWith('params.')) continue
    // A path that goes on behind the id takes something of the thing away, and the thing stays.
    const name = slot.slice('params.'.length)
    if (!endpoint.path.endsWith(`/:${name}`)) continue
    const { sent } = await validCall(stage, endpoint, by, { isServed: true })
    const { status, text } = await sendTo(stage.t, endpoint, sent)
    if (status !== 200) throw new Error(`${endpoint.operation}: ${text}`)
    gone[kind] = sent.params[name] as number
  }
  return gone
}

/** Kinds of objects that stay readable, with a mark, after their DELETE call: displays, API keys and parts. */
export const readableWhenGone: ReadonlySet<ThingKind> = new Set(['kiosk', 'api_key', 'part'])
