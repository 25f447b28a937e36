import { worksAt } from '@millwatch/simulator/plant'
import { describe, expect, test } from 'vitest'
import { demoSites } from './plant.ts'

const HOUR = 3_600_000
const WEEK_HOURS = 7 * 24
const from = Date.parse('2026-11-09T00:10:00Z')
const instants = Array.from({ length: WEEK_HOURS }, (_, i) => from + i * HOUR)

/** Machines of a site that say at once what they do: neither archived nor late. */
const machinesOf = ({ zone, units }: (typeof demoSites)[number]) =>
  units
    .flatMap((unit) => unit.machines)
    .filter((machine) => machine.archivedDaysAgo === undefined && machine.network !== 'late')
    .map((machine) => ({ ...machine, zone }))

/** Returns the number of running machines of each site at an instant. */
const runningAt = (seed: string, at: number): number[] =>
  demoSites.map((site) => machinesOf(site).filter((machine) => worksAt(machine, seed, at)).length)

describe.each(['one installation', 'another', 'a third'])('At any hour of a week, the demo plant of %s', (seed) => {
  const running = instants.map((at) => runningAt(seed, at))
  const sums = running.map((sites) => sites.reduce((sum, count) => sum + count, 0))

  test('has running machines at both sites', () => {
    expect(running.filter((sites) => Math.min(...sites) < 2)).toEqual([])
  })

  test('has 15 to 20 running machines for most of the time, and never less than 9', () => {
    expect(Math.min(...sums)).toBeGreaterThanOrEqual(9)
    expect(sums.filter((sum) => sum >= 15 && sum <= 21).length / sums.length).toBeGreaterThan(0.75)
  })
})
