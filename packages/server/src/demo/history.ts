import { type Line, partsOf } from '@millwatch/simulator/deliveries'
import type { Flow } from '../flow/index.ts'

/** How far the history of the demo goes back. */
export const historyDays = 90

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Older history comes in few messages; of the detailed one, one commit holds a few hours. */
const COARSE_SLICE_MS = 6 * DAY
const FINE_SLICE_MS = 4 * HOUR

/** The device of a machine, as the flow knows it, and what it has to say. */
export interface Teller {
  readonly deviceId: number
  readonly line: Line
}

export interface Slice {
  readonly from: number
  readonly to: number
}

/** The pieces (epoch ms) in which `[from, to)` is loaded: the same for the same bounds, so that a later try repeats them. */
export function slicesOf(from: number, detailFrom: number, to: number): Slice[] {
  const slices: Slice[] = []
  for (let at = from; at < to; ) {
    const end = at < detailFrom ? Math.min(at + COARSE_SLICE_MS, detailFrom) : at + FINE_SLICE_MS
    slices.push({ from: at, to: Math.min(end, to) })
    at = end
  }
  return slices
}

type Batch = Parameters<Flow['load']>[1][number]

/** So many commits at once: while the database writes one, the next is being told. */
const SIDE_BY_SIDE = 2

/**
 * Tells one slice of all machines through the flow. Batch ids follow from the slice: a slice that was stored before, and
 * is told again after a kill, is a duplicate. What a network held back comes after all the rest. Resolves to the number of events.
 */
export async function loadSlice(
  flow: Flow,
  companyId: number,
  tellers: readonly Teller[],
  slice: Slice,
): Promise<number> {
  const batchId = `history-${slice.from.toString(36)}`
  const late: Batch[] = []
  const load = async (batches: readonly Batch[]): Promise<number> => {
    const some = batches.filter(({ envelope }) => envelope.events.length > 0)
    if (some.length > 0) await flow.load(companyId, some)
    return some.reduce((sum, { envelope }) => sum + envelope.events.length, 0)
  }
  const loadSome = (some: readonly Teller[]): Promise<number> =>
    load(
      some.map(({ deviceId, line }) => {
        const { inTime, late: held } = partsOf(line, slice.from, slice.to)
        late.push({ deviceId, envelope: { batch_id: `${batchId}-late`, sent_at: slice.to, events: held } })
        return { deviceId, envelope: { batch_id: batchId, sent_at: slice.to, events: inTime } }
      }),
    )
  const groups = Array.from({ length: SIDE_BY_SIDE }, (_, group) =>
    tellers.filter((_, i) => i % SIDE_BY_SIDE === group),
  )
  const counts = await Promise.all(groups.map(loadSome))
  return counts.reduce((sum, count) => sum + count, await load(late))
}
