// Runs `npm run verify`, `npm test` and a part of `npm run test:long` for CI, one after the other, each to its end. The last line
// shows the totals. The unit tests run once, in the first.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runAloud } from './lib/commands.ts'
import { type Counts, close, closingLine, countsEnv, readCounts, sum } from './lib/counts.ts'
import { timed } from './lib/processor-time.ts'

const commands = [
  ['run', 'verify'],
  ['test', '--', 'everyday', '--after-verify'],
  ['run', 'test:long', '--', 'part'],
]

const folder = mkdtempSync(join(tmpdir(), 'millwatch-ci-'))
const results: { counts: Counts; line: string }[] = []
for (const [index, args] of commands.entries()) {
  const name = `npm ${args.join(' ')}`
  const path = join(folder, `${index}.json`)
  console.log(`\n=== ${name}`)
  const { result: ok, took } = await timed(() => runAloud('npm', args, countsEnv(path)))
  const counts = readCounts(path, ok)
  results.push({ counts, line: `${name}: ${closingLine(counts)} (${took})` })
}
rmSync(folder, { recursive: true, force: true })
console.log()
for (const { line } of results) console.log(line)
close(sum(results.map(({ counts }) => counts)))
