import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { monotonicMs } from '../lib/clock.ts'

interface Planned {
  readonly at: number
  readonly timer: ReturnType<typeof setTimeout>
}

const planned = new Map<string, Planned>()
/** When each was read last because of a wish. */
const lastRead = new Map<string, number>()

/**
 * Reads `queryKey` again `delayMs` from now, and `everyMs` after the reading before at the earliest; asked again meanwhile, it stays
 * with that one reading, which is brought forward where the later wish is for an earlier one.
 */
export function readAgainSoon(client: QueryClient, queryKey: QueryKey, delayMs: number, everyMs = 0): void {
  const name = JSON.stringify(queryKey)
  const now = monotonicMs()
  const at = Math.max(now + delayMs, (lastRead.get(name) ?? Number.NEGATIVE_INFINITY) + everyMs)
  const known = planned.get(name)
  if (known !== undefined && known.at <= at) return
  clearTimeout(known?.timer)
  const read = (): void => {
    planned.delete(name)
    lastRead.set(name, monotonicMs())
    void client.invalidateQueries({ queryKey })
  }
  planned.set(name, { at, timer: setTimeout(read, at - now) })
}
