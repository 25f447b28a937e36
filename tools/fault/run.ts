// `npm run fault`: harms a running installation under load in the ways of the catalogue, and compares its stored data and its
// answers with the acknowledged events; after each fault `millwatch verify` must be clean. It continues with the kind that is
// furthest from its full count. Options: `--for 40m` the longest time; `--only F3` (or `F3,F16`, or `"F2 after ack"`) the
// kinds; `--tally FILE` the file of the counts. After Ctrl-C, the next run continues from there. Exit code 1 if there is a
// finding.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { FaultFinding } from '@millwatch/lab/load/finding'
import { endAll } from '@millwatch/lab/product/ending'
import { durationMs } from '../lib/duration.ts'
import { root } from '../setup/place.mjs'
import { type Done, type FaultKind, Skipped } from './base/kind.ts'
import { kinds } from './kinds/index.ts'
import { addToTally, readTally, type Tally } from './tally.ts'

const MOST_PRINTED = 3000
const { values } = parseArgs({
  options: {
    for: { type: 'string', default: '40m' },
    only: { type: 'string', default: '' },
    tally: { type: 'string', default: join(root, 'tools/fault/tally.json') },
    seed: { type: 'string' },
  },
})
const endAt = performance.now() + durationMs('for', values.for)
const chosen = choose(values.only.split(',').map((name) => name.trim()))
const failures: string[] = []

function choose(names: readonly string[]): readonly FaultKind[] {
  const found = kinds.filter(({ name }) =>
    names.some((wanted) => wanted === '' || name === wanted || name.startsWith(`${wanted} `)),
  )
  if (found.length === 0) throw new Error(`--only is one of ${kinds.map(({ name }) => name).join(', ')}`)
  return found
}

const shareOf = (tally: Tally, { name, fullCount }: FaultKind) => (tally[name]?.done ?? 0) / fullCount

/**
 * Returns the chosen kind with the smallest share of its full count that has not failed in this run; undefined if all others are
 * complete.
 */
function next(tally: Tally, failed: ReadonlySet<FaultKind>): FaultKind | undefined {
  return chosen
    .filter((kind) => shareOf(tally, kind) < 1 && !failed.has(kind))
    .sort((a, b) => shareOf(tally, a) - shareOf(tally, b))[0]
}

function showTable(tally: Tally): void {
  const rows = chosen.map(({ name, fullCount }) => {
    const { done = 0, acknowledged = 0, findings = 0, notices } = tally[name] ?? {}
    const counts = { kind: name, done, of: fullCount, 'acknowledged events': acknowledged, findings }
    return notices === undefined ? counts : { ...counts, 'notices sent': notices.sent, 'sent twice': notices.twice }
  })
  console.table(rows)
}

const sentTexts = ({ notices }: Done): string[] =>
  notices === undefined ? [] : [`${notices.sent} notices sent, ${notices.twice} messages twice`]

let isStopping = false
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => {
    isStopping = true
    console.log('Stopping. What was finished is counted, and the next run goes on from there.')
    void endAll().then(() => process.exit(130))
  })
}

let tally = readTally(values.tally)
const failed = new Set<FaultKind>()
for (let kind = next(tally, failed); kind !== undefined && performance.now() < endAt; kind = next(tally, failed)) {
  const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(values.seed)
  const count = Math.min(kind.step, kind.fullCount - (tally[kind.name]?.done ?? 0))
  const began = performance.now()
  const about = () => `in ${((performance.now() - began) / 1000).toFixed(0)} s, seed ${seed}`
  try {
    const done = await kind.run({ count, seed })
    tally = addToTally(values.tally, kind, done)
    const note = [...sentTexts(done), ...(done.note === undefined ? [] : [done.note])]
      .map((text) => `, ${text}`)
      .join('')
    const total = `${tally[kind.name]?.done} of ${kind.fullCount}`
    console.log(
      `${kind.name}: ${done.count} more, ${total}; ${done.acknowledged} events acknowledged${note} (${about()})`,
    )
  } catch (error) {
    if (isStopping) break
    failed.add(kind)
    if (error instanceof Skipped) {
      console.log(`${kind.name}: skipped, ${error.message}`)
      continue
    }
    // Errors that are not findings are printed too, but do not count.
    if (error instanceof FaultFinding) tally = addToTally(values.tally, kind, 'finding')
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    failures.push(`${kind.name} (${about()}): ${text.slice(0, MOST_PRINTED)}`)
    console.error(failures.at(-1))
  }
}
showTable(tally)
for (const failure of failures) console.error(failure)
process.exit(failures.length > 0 ? 1 : 0)
