import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { monotonicMs } from '../lib/clock.ts'

interface Planned {
  readonly at: number
  readonly timer: ReturnType<typeof setTimeout>
}

const planned = new Map<string, Planned>()

/**
 * Reads `queryKey` again `delayMs` from now; asked again meanwhile, it stays with that one reading, which is brought forward
 * where the later wish is for an earlier one.
 */
export function readAgainSoon(client: QueryClient, queryKey: QueryKey, delayMs: number): void {
  const name = JSON.stringify(queryKey)
  const at = monotonicMs() + delayMs
  const known = planned.get(name)
  if (known !== undefined && known.at <= at) return
  clearTimeout(known?.timer)
  const read = (): void => {
    planned.delete(name)
    void client.invalidateQueries({ queryKey })
  }
  planned.set(name, { at, timer: setTimeout(read, delayMs) })
}
