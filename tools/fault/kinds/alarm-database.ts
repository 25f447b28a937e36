import { setTimeout as delay } from 'node:timers/promises'
import { FaultFinding } from '@millwatch/lab/load/finding'
import { signal } from '@millwatch/lab/product/processes'
import { type AlarmSite, alarmsUnderFault } from '../alarms/alarm-site.ts'
import type { Done, FaultKind, StepInput } from '../base/kind.ts'
import { limitOf } from '../base/patience.ts'

const SERVERS = 2
const LONGEST_PAUSE_MS = 2500
const BACK_WITHIN_MS = 15_000
const POLL_MS = 20

const stops: readonly (readonly [string, NodeJS.Signals])[] = [
  ['restart fast', 'SIGINT'],
  ['restart immediate', 'SIGQUIT'],
  ['kill -9 postmaster', 'SIGKILL'],
]

/** F6 with alarms: the database stops while two servers evaluate and send; they run on, and send nothing twice. */
export const alarmDatabaseStops: readonly FaultKind[] = stops.map(([name, stop]) => ({
  name: `F6 with alarms ${name}`,
  fullCount: 20,
  step: 10,
  run: (input) => stopping(stop, input),
}))

function stopping(stop: NodeJS.Signals, { count, seed }: StepInput): Promise<Done> {
  return alarmsUnderFault(seed, async (plant) => {
    const servers = await Promise.all(Array.from({ length: SERVERS }, () => plant.start()))
    for (let i = 0; i < count; i++) {
      await delay(plant.random() * LONGEST_PAUSE_MS)
      await stopDatabase(plant, stop)
      const dead = servers.find(({ product }) => !product.isRunning)
      if (dead !== undefined) throw new FaultFinding(`A server did not outlive its database: ${dead.product.log}`)
    }
    return { count }
  })
}

/** Stops the database; resolves when another one runs in its place and the servers answer. */
async function stopDatabase({ site }: AlarmSite, stop: NodeJS.Signals): Promise<void> {
  const before = site.postmaster
  if (before === undefined) throw new Error('No database runs')
  signal(before, stop)
  const isBack = async () => {
    if (site.postmaster === undefined || site.postmaster === before) return false
    return (await Promise.all(site.servers.map((server) => server.isServing()))).every(Boolean)
  }
  for (const began = performance.now(); !(await isBack()); await delay(POLL_MS))
    if (performance.now() - began > limitOf(BACK_WITHIN_MS))
      throw new FaultFinding(`The database was not back in time: ${site.servers[0]?.log}`)
}
