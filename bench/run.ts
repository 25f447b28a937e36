// `npm run bench`: every row of the table side by side with its yardstick. `npm run bench -- P1 P8` measures only these;
// `--runs N` takes N runs of each side (5), `--json FILE` writes the runs as well.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Bench, Measurement } from './lib/bench.ts'
import { factsOf } from './lib/facts.ts'
import { type Installation, makeInstallation } from './lib/installation.ts'
import { Load } from './lib/load.ts'
import { head, lineOf, type Row } from './lib/table.ts'
import { p1 } from './rows/p1.ts'
import { p2 } from './rows/p2.ts'
import { p3 } from './rows/p3.ts'
import { p8 } from './rows/p8.ts'

const measurements: Readonly<Record<string, Measurement>> = { P1: p1, P2: p2, P3: p3, P8: p8 }

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '5' }, json: { type: 'string' } },
})
const wanted = positionals.length === 0 ? Object.keys(measurements) : positionals.map((name) => name.toUpperCase())
const unknown = wanted.find((name) => !(name in measurements))
if (unknown !== undefined) throw new Error(`No row is called ${unknown}: ${Object.keys(measurements).join(', ')}`)

let installation: Promise<Installation> | undefined
const bench: Bench = {
  runs: Number(values.runs),
  load: new Load(),
  installation: () => {
    installation ??= makeInstallation(bench.say)
    return installation
  },
  say: (line) => console.error(line),
}
const rows: Row[] = []
try {
  for (const name of wanted) rows.push(...((await measurements[name]?.(bench)) ?? []))
  const facts = await factsOf(await bench.installation())
  console.log(facts.join('\n'))
  console.log(`Medians of ${bench.runs} runs each, ours and the yardstick in turns\n`)
  console.log([head(), ...rows.map(lineOf)].join('\n'))
  console.log(`\nYardsticks\n${[...new Set(rows.map((row) => `${row.name.slice(0, 2)} ${row.against}`))].join('\n')}`)
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ facts, rows }, null, 2)}\n`)
} finally {
  bench.load.close()
  await (await installation?.catch(() => undefined))?.product.discard()
}
