import type { DeviceEvent } from '@millwatch/contract/devices'
import { DAY_MS } from '@millwatch/domain/time'
import type { MadeMachine } from '@millwatch/lab/product/company'
import { sendEvents } from '@millwatch/lab/product/send-events'
import { dayOf, type FillPlan } from './plan.ts'

const DAYS_AT_ONCE = 24
const EVENTS_AT_ONCE = 1500
const MACHINES_AT_ONCE = 48

/**
 * Sends the whole history of every machine, in order of time for each and 48 machines at once. Returns the number of events;
 * calls `progress` with the share of the machines that are done (0 to 1).
 */
export async function sendHistory(
  url: string,
  machines: readonly MadeMachine[],
  plan: FillPlan,
  endsAt: number,
  progress: (share: number) => void,
): Promise<number> {
  let events = 0
  let done = 0
  const queue = machines.map((machine, n) => ({ machine, n })).reverse()
  const work = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      for (const batch of batchesOf(next.n, plan, endsAt)) {
        const [first, last] = [batch[0]?.t, batch.at(-1)?.t]
        await sendEvents(url, next.machine, batch, {
          batchId: `fill-${first}`,
          ...(last === undefined ? {} : { sentAt: last }),
        })
        events += batch.length
      }
      progress(++done / machines.length)
    }
  }
  await Promise.all(Array.from({ length: MACHINES_AT_ONCE }, work))
  return events
}

function* batchesOf(machine: number, plan: FillPlan, endsAt: number): Generator<DeviceEvent[]> {
  let batch: DeviceEvent[] = []
  for (let day = 0; day < plan.days; day++) {
    const withCycles = machine < plan.cycleMachines && day >= plan.days - plan.cycleDays
    const events = dayOf(machine, day, endsAt - (plan.days - day) * DAY_MS, withCycles)
    if (withCycles) {
      // The ping of the day comes in the last batch and is also evidence for earlier time, which the server must handle.
      for (let i = 0; i < events.length; i += EVENTS_AT_ONCE) yield events.slice(i, i + EVENTS_AT_ONCE)
      continue
    }
    batch.push(...events)
    if (day % DAYS_AT_ONCE === DAYS_AT_ONCE - 1 || day === plan.days - 1 - plan.cycleDays) {
      if (batch.length > 0) yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}
