import { setTimeout as delay } from 'node:timers/promises'
import { MINUTE_MS } from '@millwatch/domain/time'
import type { Bench, Measurement } from '../lib/bench.ts'
import { growthOf, type MemorySample } from '../lib/footprint.ts'
import { MACHINES } from '../lib/installation.ts'
import { atRest, mainThread, takeSeat, type Watched, watchedPage } from '../lib/seat.ts'
import type { Row } from '../lib/table.ts'

const EVENTS_PER_S = 1000
const SAMPLE_MS = 10_000
const WARM_UP_MS = 20_000
/** Duration (ms) of the measurement of the second tab. */
const SHORT_MS = MINUTE_MS

/**
 * WALL: load of the browser and growth of its memory while the page of a unit with a thousand machines is open and they send a
 * thousand cycles a second. One run; no rows without a browser.
 */
export const wall: Measurement = async (bench) => {
  const { product, company, password, machines } = await bench.installation()
  const seat = await takeSeat()
  if (seat === undefined) {
    bench.say('WALL: no browser here')
    return []
  }
  const person = { url: product.url, username: company.username, password }
  const devices = machines.map(({ uuid, key }) => ({ uuid, key }))
  const lookAt = async (tab: string, lengthMs: number): Promise<Seen> => {
    const watched = await watchedPage(await seat.newContext(person.url, person))
    const runMs = WARM_UP_MS + lengthMs
    const load = bench.load.run({
      kind: 'fixed-rate',
      port: product.mqttPort,
      devices,
      eventsPerS: EVENTS_PER_S,
      runMs,
    })
    await watched.page.goto(`/o/${company.rootUnitId}?tab=${tab}&period=today`)
    await watched.page.getByTestId('utilization').first().waitFor()
    await delay(WARM_UP_MS)
    const seen = await look(bench, watched, tab, lengthMs)
    const { failed, events } = await load
    if (failed > 0) throw new Error(`${failed} of ${events} cycles were not acknowledged`)
    await atRest(watched)
    await watched.page.context().close()
    return seen
  }
  try {
    const long = await lookAt('equipment', bench.minutes * MINUTE_MS)
    const short = await lookAt('util', SHORT_MS)
    return rowsOf(bench, long, short)
  } finally {
    await seat.close()
  }
}

interface Seen {
  /** Share of the time for which the main thread was busy, in percent. */
  readonly busyPct: number
  readonly memory: readonly MemorySample[]
}

async function look(bench: Bench, watched: Watched, tab: string, lengthMs: number): Promise<Seen> {
  const memory: MemorySample[] = []
  const began = await mainThread(watched)
  let busyS = 0
  let before = began
  for (let passedMs = 0; passedMs < lengthMs; passedMs += SAMPLE_MS) {
    await delay(SAMPLE_MS)
    const now = await mainThread(watched)
    busyS += now.busyS - before.busyS
    // Only memory that cannot be freed counts; the garbage collection is not the page's work, so its time does not count.
    await watched.session.send('HeapProfiler.collectGarbage')
    before = await mainThread(watched)
    memory.push({ atMs: (before.atS - began.atS) * 1000, mb: before.heapMb })
  }
  const busyPct = (100 * busyS) / (before.atS - began.atS)
  bench.say(`WALL ${tab}: main thread busy ${busyPct.toFixed(1)} %, ${memory.at(-1)?.mb.toFixed(1)} MB at the end`)
  return { busyPct, memory }
}

function rowsOf(bench: Bench, long: Seen, short: Seen): Row[] {
  const subject = `WALL ${MACHINES.toLocaleString('en')} machines, 1,000 events/s`
  const against = 'nothing: Chromium, unit page, 1440 x 900; processor time of its main thread, memory after collection'
  const busy = (name: string, { busyPct }: Seen): Row => ({
    name: `${subject}, ${name}, busy`,
    unit: '%',
    ours: [busyPct],
    yardstick: [],
    against,
    goal: { atMost: 25 },
  })
  return [
    busy(`equipment ${bench.minutes} min`, long),
    busy('utilization 1 min', short),
    {
      name: 'WALL its memory at most',
      unit: 'MB',
      ours: [Math.max(...long.memory.map(({ mb }) => mb))],
      yardstick: [],
      against,
      goal: {},
    },
    {
      name: 'WALL its growth over the second half',
      unit: 'MB',
      ours: [growthOf(long.memory)],
      yardstick: [],
      against,
      goal: { atMost: 5 },
    },
  ]
}
