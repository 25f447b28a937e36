import { DAY_MS, HOUR_MS } from '@millwatch/domain/time'
import { type Line, partsOf } from '@millwatch/simulator/deliveries'
import { linesOf } from '@millwatch/simulator/plant'
import type { PlantFile } from '@millwatch/simulator/plant-file'
import type { Flow } from '../flow/index.ts'
import { findDevices } from '../modules/devices/index.ts'
import type { Database } from '../platform/db/index.ts'

/** Number of days before the first start for which the demo has data. */
export const historyDays = 90

/**
 * Length of a slice of older history (ms), which comes in few messages; slices of detailed history are shorter, so that a commit
 * stays small.
 */
const COARSE_SLICE_MS = 6 * DAY_MS
const FINE_SLICE_MS = 4 * HOUR_MS

/** Device of a demo machine with the simulator that produces its past events. */
export interface HistorySource {
  readonly deviceId: number
  readonly line: Line
}

/**
 * Returns the devices of a plant file that belong to the company, with their simulators, in the order of the file. Devices that
 * are not in the database are left out.
 */
export async function historySources(
  database: Database,
  { devices, time }: PlantFile,
  companyId: number,
): Promise<HistorySource[]> {
  const stored = await findDevices(
    database,
    devices.map(({ uuid }) => uuid),
  )
  const lines = linesOf(
    devices.map(({ machine }) => machine),
    time,
  )
  return devices.flatMap(({ uuid }, i) => {
    const device = stored.get(uuid)
    const line = lines[i]
    return device?.companyId === companyId && line ? [{ deviceId: device.deviceId, line }] : []
  })
}

export interface Slice {
  readonly from: number
  readonly to: number
}

/**
 * Divides `[from, to)` (epoch ms) into the slices in which history is loaded, in order: of six days before `detailFrom`, of four
 * hours from there on. A slice ends at these bounds and may be shorter. Equal bounds give equal slices, so that a repeated start
 * loads the same ones.
 */
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

/** Number of commits at the same time: while the database writes one, the events of the next are generated. */
const SIDE_BY_SIDE = 2

/**
 * Loads one slice of events of all machines through the flow, delayed messages last. Returns the number of events, stored or not.
 * If the slice was loaded before, stores nothing, as its batch ids are the same.
 */
export async function loadSlice(
  flow: Flow,
  companyId: number,
  sources: readonly HistorySource[],
  slice: Slice,
): Promise<number> {
  const batchId = `history-${slice.from.toString(36)}`
  const late: Batch[] = []
  const load = async (batches: readonly Batch[]): Promise<number> => {
    const some = batches.filter(({ envelope }) => envelope.events.length > 0)
    if (some.length > 0) await flow.load(companyId, some)
    return some.reduce((sum, { envelope }) => sum + envelope.events.length, 0)
  }
  const loadSome = (some: readonly HistorySource[]): Promise<number> =>
    load(
      some.map(({ deviceId, line }) => {
        const { inTime, late: held } = partsOf(line, slice.from, slice.to)
        late.push({ deviceId, envelope: { batch_id: `${batchId}-late`, sent_at: slice.to, events: held } })
        return { deviceId, envelope: { batch_id: batchId, sent_at: slice.to, events: inTime } }
      }),
    )
  const groups = Array.from({ length: SIDE_BY_SIDE }, (_, group) =>
    sources.filter((_, i) => i % SIDE_BY_SIDE === group),
  )
  const counts = await Promise.all(groups.map(loadSome))
  return counts.reduce((sum, count) => sum + count, await load(late))
}
