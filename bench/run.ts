// `npm run bench`: measures every row of the table beside its reference. `npm run bench -- P1 P8` measures only these; `--runs
// N` takes N runs of each side (5), `--minutes N` lets P10 and WALL run for N minutes (15), `--json FILE` also writes the runs.
// P4 to P7, P9, P11 and P12 use the installation of `npm run bench:fill`.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Filled, openFilled } from './fill/filled.ts'
import type { Bench, Measurement } from './lib/bench.ts'
import { factsOf } from './lib/facts.ts'
import { type Installation, makeInstallation } from './lib/installation.ts'
import { Load } from './lib/load.ts'
import { head, lineOf, type Row } from './lib/table.ts'
import { accessTiming } from './rows/access-timing.ts'
import { alarms } from './rows/alarms.ts'
import { backtests } from './rows/alarms-backtest.ts'
import { maintenance } from './rows/maintenance.ts'
import { neighbour } from './rows/neighbour.ts'
import { notices } from './rows/notices.ts'
import { p1 } from './rows/p1.ts'
import { p2 } from './rows/p2.ts'
import { p3 } from './rows/p3.ts'
import { p4 } from './rows/p4.ts'
import { p5 } from './rows/p5.ts'
import { p6 } from './rows/p6.ts'
import { p7 } from './rows/p7.ts'
import { p8 } from './rows/p8.ts'
import { p9 } from './rows/p9.ts'
import { p10 } from './rows/p10.ts'
import { p11 } from './rows/p11.ts'
import { p12 } from './rows/p12.ts'
import { wall } from './rows/wall.ts'

/**
 * Measurements by the name of their row, in the order in which they run: those on the small installation before those on the
 * large one, whose start stops the small one. Those on installations of their own stand among both.
 */
const measurements: Readonly<Record<string, Measurement>> = {
  P1: p1,
  P2: p2,
  P3: p3,
  P8: p8,
  WALL: wall,
  ALARMS: alarms,
  BACKTEST: backtests,
  NOTICES: notices,
  PM: maintenance,
  NEIGHBOUR: neighbour,
  P4: p4,
  P5: p5,
  P6: p6,
  P7: p7,
  P9: p9,
  P11: p11,
  P12: p12,
  P10: p10,
  'ACCESS-TIMING': accessTiming,
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    minutes: { type: 'string', default: '15' },
    json: { type: 'string' },
  },
})
const named = positionals.map((name) => name.toUpperCase())
const unknown = named.find((name) => !(name in measurements))
if (unknown !== undefined) throw new Error(`No row is called ${unknown}: ${Object.keys(measurements).join(', ')}`)
const wanted = Object.keys(measurements).filter((name) => named.length === 0 || named.includes(name))

let installation: Promise<Installation> | undefined
let filled: Promise<Filled> | undefined
const say = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`)
const bench: Bench = {
  runs: Number(values.runs),
  minutes: Number(values.minutes),
  load: new Load(),
  installation: () => {
    installation ??= makeInstallation(say)
    return installation
  },
  filled: () => {
    // No other server may run beside the large installation.
    filled ??= Promise.resolve(installation)
      .then((started) => started?.product.stop())
      .then(() => openFilled(say))
    return filled
  },
  say,
}
const rows: Row[] = []
const failed: string[] = []
try {
  for (const name of wanted) {
    try {
      rows.push(...((await measurements[name]?.(bench)) ?? []))
    } catch (error) {
      // The other rows are still useful.
      failed.push(`${name} ended: ${error instanceof Error ? error.stack : String(error)}`)
      say(failed.at(-1) ?? '')
    }
  }
  const facts = await factsOf(await (filled ?? bench.installation()))
  console.log(facts.join('\n'))
  console.log(`Medians of ${bench.runs} runs each, ours and the yardstick in turns, unless a row says otherwise\n`)
  console.log([head(), ...rows.map(lineOf), ...failed.map((line) => line.split('\n')[0])].join('\n'))
  const yardsticks = rows.map((row) => `${row.name.split(' ')[0]} ${row.against}`)
  console.log(`\nYardsticks\n${[...new Set(yardsticks)].join('\n')}`)
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ facts, rows, failed }, null, 2)}\n`)
  if (failed.length > 0) process.exitCode = 1
} finally {
  bench.load.close()
  await (await filled?.catch(() => undefined))?.product.stop()
  await (await installation?.catch(() => undefined))?.product.discard()
}
// A row that failed may have left something open.
process.exit()
