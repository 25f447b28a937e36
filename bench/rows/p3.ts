import { setTimeout as delay } from 'node:timers/promises'
import { roomOfEquipment } from '@millwatch/contract/live'
import type { Bench, Measurement } from '../lib/bench.ts'
import { quantile } from '../lib/figures.ts'
import { Service } from '../lib/service.ts'
import {
  type Arrival,
  livePath,
  openBrowser,
  type Watcher,
  watchBySocket,
  watchMachine,
  watchRelay,
} from '../lib/watcher.ts'

const MACHINES = 200
const EVENTS_PER_S = 1000
const RUN_MS = 12_000
const WARM_UP_MS = 3000
const LATEST_MS = 5000
const POLL_MS = 50

/**
 * P3: time from sending a cycle to its arrival in the page of a machine, while 200 machines send 1,000 cycles a second, beside a
 * relay alone. Without a browser a socket takes the place of the page.
 */
export const p3: Measurement = async (bench) => {
  const { product, company, password, machines } = await bench.installation()
  const some = machines.slice(0, MACHINES)
  const watched = some[Math.floor(MACHINES / 2)]
  if (watched === undefined) throw new Error('There are no machines')
  process.env.WATCHED_DEVICE = watched.uuid
  const relay = await Service.start<{ http: number; mqtt: number }>('bare-relay.ts')
  const relayUrl = `http://127.0.0.1:${relay.ports.http}`
  const browser = await openBrowser()
  const room = roomOfEquipment(watched.equipmentId)
  const person = { url: product.url, username: company.username, password }
  const [ours, yardstick] = browser
    ? [await watchMachine(browser, person, watched.equipmentId), await watchRelay(browser, relayUrl)]
    : [
        await watchBySocket(product.url, { path: livePath, token: company.token, room }),
        await watchBySocket(relayUrl, null),
      ]
  const where = browser ? 'page in Chromium' : 'socket, no browser'
  const devices = some.map(({ uuid, key }) => ({ uuid, key }))
  const run = async (port: number, watcher: Watcher) => {
    let seen: Arrival[] = []
    for (const runMs of [WARM_UP_MS, RUN_MS]) {
      await bench.load.run({ kind: 'fixed-rate', port, devices, eventsPerS: EVENTS_PER_S, runMs })
      seen = await arrived(watcher, cyclesIn(runMs))
    }
    return latencies(seen)
  }
  const figures = {
    ours: { p50: [] as number[], p99: [] as number[] },
    bare: { p50: [] as number[], p99: [] as number[] },
  }
  for (let turn = 1; turn <= bench.runs; turn++) {
    note(bench, `P3 ${where}, run ${turn}`, figures.ours, await run(product.mqttPort, ours))
    note(bench, `P3 relay alone, run ${turn}`, figures.bare, await run(relay.ports.mqtt, yardstick))
  }
  await browser?.close()
  await Promise.all([ours.close(), yardstick.close()]).catch(() => undefined)
  relay.close()
  return (['p50', 'p99'] as const).map((q) => ({
    name: `P3 send to ${where}, ${q}`,
    unit: 'ms',
    ours: figures.ours[q],
    yardstick: figures.bare[q],
    against: 'aedes and Socket.IO joined by nothing, same load process and browser',
    goal: { atMost: q === 'p50' ? 30 : 150 },
  }))
}

/** Returns the number of cycles that one machine sends in a run of `runMs` ms. */
const cyclesIn = (runMs: number) => (runMs / 1000) * (EVENTS_PER_S / MACHINES)

/** Returns the messages about cycles that arrive, until they contain `cycles` cycles or 5 s have passed. */
async function arrived(watcher: Watcher, cycles: number): Promise<Arrival[]> {
  const seen: Arrival[] = []
  for (let waitedMs = 0; waitedMs < LATEST_MS; waitedMs += POLL_MS) {
    seen.push(...(await watcher.arrivals()))
    if (seen.reduce((sum, { cycle }) => sum + cycle.count, 0) >= cycles) break
    await delay(POLL_MS)
  }
  return seen
}

/**
 * Returns the latency of each cycle in ms. A message may contain several cycles, sent 200 ms apart: each earlier one waited so
 * much longer.
 */
function latencies(arrivals: readonly Arrival[]): number[] {
  const betweenMs = (1000 * MACHINES) / EVENTS_PER_S
  return arrivals.flatMap(({ at, cycle }) =>
    Array.from({ length: cycle.count }, (_, earlier) => at - Date.parse(cycle.occurred_at) + earlier * betweenMs),
  )
}

function note(bench: Bench, side: string, figures: { p50: number[]; p99: number[] }, ms: readonly number[]): void {
  const sent = cyclesIn(RUN_MS)
  if (ms.length !== sent) throw new Error(`${side}: ${ms.length} cycles arrived, ${sent} were told`)
  figures.p50.push(quantile(ms, 0.5))
  figures.p99.push(quantile(ms, 0.99))
  bench.say(`${side}: p50 ${quantile(ms, 0.5).toFixed(0)} ms, p99 ${quantile(ms, 0.99).toFixed(0)} ms of ${ms.length}`)
}
