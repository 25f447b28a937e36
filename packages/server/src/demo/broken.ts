import { MINUTE_MS } from '@millwatch/domain/time'
import { between, randomFrom, seedOf, shuffled } from '@millwatch/simulator/base/random'
import { machinesWithAlarms } from './alarms.ts'
import type { DemoSite } from './plant.ts'

/** Machine that is broken from `from` to `to` (epoch ms), while the demo is opened for the first time. */
export interface Broken {
  readonly name: string
  readonly from: number
  readonly to: number
}

/**
 * Returns the breakdown that needs a person when the demo is opened for the first time. It is of a machine that works around the
 * clock, sends without delay and with a right clock, and has no alarm except maintenance. It began 35 to 95 minutes before
 * `startedAt` (epoch ms) and ends 70 to 150 minutes after it. Null if the sites have no such machine. The same seed gives the
 * same breakdown.
 */
export function brokenAtStart(sites: readonly DemoSite[], seed: string, startedAt: number): Broken | null {
  const able = sites
    .flatMap(({ units }) => units.flatMap(({ machines }) => machines))
    .filter(({ shifts, network, clock }) => shifts === 'continuous' && network === undefined && clock === undefined)
    .filter(({ name }) => !machinesWithAlarms.has(name))
  const random = randomFrom(seedOf(seed, 'broken'))
  const [machine] = shuffled(able, seedOf(seed, 'broken machine'))
  if (machine === undefined) return null
  return {
    name: machine.name,
    from: startedAt - Math.round(between(random, 35, 95) * MINUTE_MS),
    to: startedAt + Math.round(between(random, 70, 150) * MINUTE_MS),
  }
}
