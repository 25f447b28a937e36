import { setTimeout as delay } from 'node:timers/promises'
import { FaultFinding } from '@millwatch/lab/load/finding'
import { asOwner } from '@millwatch/lab/load/owner'
import { type AlarmSite, alarmsUnderFault } from '../alarms/alarm-site.ts'
import type { Done, FaultKind, StepInput } from '../base/kind.ts'
import { limitOf } from '../base/patience.ts'
import type { Site } from '../base/site.ts'
import { type DatabaseStop, databaseStops, stopDatabase } from '../base/stop-database.ts'

const SERVERS = 2
/** Number of stops of the database while the same servers run. */
const STOPS_AT_ONCE = 5
const LONGEST_PAUSE_MS = 3000
const BACK_WITHIN_MS = 60_000
const POLL_MS = 20

/**
 * Kinds F6 with alarms: the database stops and comes back while two servers evaluate alarms and send notices. The servers run on
 * and store accepted messages when the database is back, so no message may be sent twice. They are killed only at the end of a
 * round.
 */
export const alarmDatabase: readonly FaultKind[] = databaseStops.map((stop) => ({
  name: `F6 with alarms ${stop}`,
  fullCount: 30,
  step: 10,
  run: (input) => stopping(stop, input),
}))

function stopping(stop: DatabaseStop, { count, seed }: StepInput): Promise<Done> {
  return alarmsUnderFault(seed, async (plant) => {
    let slowest = 0
    for (let stops = 0; stops < count; stops += STOPS_AT_ONCE) {
      slowest = Math.max(slowest, await round(plant, stop, Math.min(STOPS_AT_ONCE, count - stops)))
      await plant.observe()
    }
    return { count, note: `back within ${(slowest / 1000).toFixed(1)} s` }
  })
}

/**
 * Starts two servers, stops the database `stops` times and kills the servers. Returns the longest time (ms) until all servers
 * answered again; throws a `FaultFinding` if a server ends.
 */
async function round({ site, start, random }: AlarmSite, stop: DatabaseStop, stops: number): Promise<number> {
  const started = await Promise.all(Array.from({ length: SERVERS }, () => start()))
  let slowest = 0
  for (let i = 0; i < stops; i++) {
    await delay(random() * LONGEST_PAUSE_MS)
    const { postmaster } = site
    if (postmaster === undefined) throw new Error('No database runs')
    await stopDatabase(stop, postmaster, site.databaseUrl)
    slowest = Math.max(slowest, await backAgain(site, stop === 'kill -9 backend' ? undefined : postmaster))
    for (const { product } of started)
      if (!product.isRunning) throw new FaultFinding(`A server did not outlive its database: ${product.log}`)
  }
  await delay(random() * LONGEST_PAUSE_MS)
  for (const { product } of started) await site.kill(product)
  return slowest
}

/**
 * Waits until another main process than `before` runs and all servers answer from the database. Returns the time this took in ms;
 * throws a `FaultFinding` after 60 s, longer on a busy machine.
 */
async function backAgain(site: Site, before: number | undefined): Promise<number> {
  const began = performance.now()
  const isBack = async () =>
    site.postmaster !== undefined &&
    site.postmaster !== before &&
    (await asOwner(site.databaseUrl, () => Promise.resolve(true)).catch(() => false)) &&
    (await allAnswer(site))
  while (!(await isBack())) {
    const tookMs = performance.now() - began
    if (tookMs > limitOf(BACK_WITHIN_MS))
      throw new FaultFinding(`Not back after ${Math.round(tookMs)} ms: ${site.servers[0]?.log}`)
    await delay(POLL_MS)
  }
  return performance.now() - began
}

/** Returns true if every server answers a call that reads the database and not its memory. */
async function allAnswer(site: Site): Promise<boolean> {
  const calls = site.servers.map((server) => site.companyAt(server).call('GET', '/v0/tags'))
  return (await Promise.allSettled(calls)).every(({ status }) => status === 'fulfilled')
}
