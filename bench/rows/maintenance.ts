import type { Bench, Measurement } from '../lib/bench.ts'
import { asPerson, type Caller } from '../lib/caller.ts'
import { median } from '../lib/figures.ts'
import { MACHINES } from '../lib/installation.ts'
import { Owner } from '../lib/owner.ts'
import type { Row } from '../lib/table.ts'
import { readCompletions, readNearest } from '../yardsticks/maintenance.ts'
import { fillMaintenance, PER_MACHINE, removeMaintenance } from './maintenance-data.ts'

const WARM_UPS = 3
/** Number of rows that the page reads at first. */
const SHOWN = 200

/**
 * PM: the page of preventative maintenance of the root unit with its history, and the projection of all maintenance of 1,000
 * machines, each beside a statement written by hand.
 */
export const maintenance: Measurement = async (bench) => {
  const { product, company } = await bench.installation()
  const owner = await Owner.connect(product.databaseUrl)
  const caller = asPerson(product.port, company.token)
  try {
    await fillMaintenance(owner)
    const all = `${(MACHINES * PER_MACHINE).toLocaleString('en')} alarms`
    return [
      await measured(bench, {
        name: `PM page of the root, ${all}: nearest ${SHOWN}`,
        ours: () => readPage(caller, `/v0/maintenance?orgUnitId=${company.rootUnitId}&limit=${SHOWN}`, SHOWN),
        yardstick: () => readNearest(owner, SHOWN),
        against: 'one statement by hand that dates all, counts the groups and returns the same rows, read whole',
        goal: { atMost: 200, ratioAtMost: 1.5 },
      }),
      await measured(bench, {
        name: 'PM page of the root: its history, 10 rows',
        ours: () => readPage(caller, `/v0/maintenance/history?orgUnitId=${company.rootUnitId}&limit=10`, 10),
        yardstick: () => readCompletions(owner, 10),
        against: 'the same rows and their number by hand',
        goal: { atMost: 200 },
      }),
      await measured(bench, {
        name: `PM projection of all ${all}`,
        ours: () => readPage(caller, `/v0/maintenance?limit=${MACHINES * PER_MACHINE}`, MACHINES * PER_MACHINE),
        yardstick: () => readNearest(owner, MACHINES * PER_MACHINE),
        against: 'the statement by hand, with all rows',
        goal: { atMost: 20_000 },
      }),
    ]
  } finally {
    caller.close()
    await removeMaintenance(owner)
    await owner.close()
  }
}

interface Comparison {
  readonly name: string
  /** Returns the time taken by one run, ms. */
  readonly ours: () => Promise<number>
  readonly yardstick: () => Promise<number>
  readonly against: string
  readonly goal: Row['goal']
}

async function measured(bench: Bench, { name, ours, yardstick, against, goal }: Comparison): Promise<Row> {
  const taken = { ours: [] as number[], yardstick: [] as number[] }
  for (let run = 1 - WARM_UPS; run <= bench.runs; run++) {
    const ms = { ours: await ours(), yardstick: await yardstick() }
    if (run < 1) continue
    taken.ours.push(ms.ours)
    taken.yardstick.push(ms.yardstick)
  }
  bench.say(`${name}: ${median(taken.ours).toFixed(1)} ms, by hand ${median(taken.yardstick).toFixed(1)} ms`)
  return { name, unit: 'ms', ...taken, against, goal }
}

/** Reads a page and returns the time in ms. Throws an error if the page has another number of rows than `rows`. */
async function readPage(caller: Caller, path: string, rows: number): Promise<number> {
  const { ms, body } = await caller.get(path)
  const answer = JSON.parse(body) as { maintenance?: unknown[]; page?: unknown[] }
  const found = (answer.maintenance ?? answer.page)?.length
  if (found !== rows) throw new Error(`${path} has ${found} rows, not ${rows}`)
  return ms
}
