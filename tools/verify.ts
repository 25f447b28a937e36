// All checks that need no database: format, lint, types, unit tests, unused code, the rules of
// dependence, plain English, style sheets, the lock file, the paths in documents, the coverage of the specifications. It prints a
// line per step, and the whole output of a failing step.
import { availableParallelism, constants, setPriority } from 'node:os'
import { type Outcome, run } from './lib/commands.ts'
import { close } from './lib/counts.ts'
import { inParallel } from './lib/pool.ts'
import { checkTypes } from './verify/types.ts'

interface Step {
  readonly name: string
  run(): Promise<Outcome>
}

const node = (script: string) => () => run(process.execPath, [script])
const bin =
  (package_: string, ...args: string[]) =>
  () =>
    run(process.execPath, [`node_modules/${package_}`, ...args])

/** Steps of the check, the longest first, so that the short steps fill the gaps when several run at once. */
const steps: readonly Step[] = [
  {
    name: 'unit tests',
    run: bin('vitest/vitest.mjs', 'run', '--project', 'unit', '--reporter=dot'),
  },
  { name: 'types', run: checkTypes },
  { name: 'unused code', run: bin('knip/bin/knip.js', '--no-progress') },
  {
    name: 'format and lint',
    run: bin('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '--colors=off', '--max-diagnostics=200'),
  },
  { name: 'rules of dependence, plain English, style sheets', run: node('tools/source-rules.ts') },
  { name: 'lock file', run: node('tools/lock/run.ts') },
  { name: 'paths in documents', run: node('tools/docs/run.ts') },
  { name: 'coverage of the specifications', run: node('tools/coverage/run.ts') },
]

/** Most lines about a failing step that the end of the output repeats. */
const MOST_LINES = 8

/** Returns the name of a failing step with the first lines of its output that name a failed test or an error. */
function firstFaults({ name, output }: Outcome & { readonly name: string }): string {
  const lines = output.split('\n').filter((line) => /\bFAIL\b|Error:|[Ss]eed\b|Counterexample/.test(line))
  return [`npm run verify, ${name}`, ...lines.slice(0, MOST_LINES).map((line) => line.trim())].join('\n    ')
}

// Programs that are started later inherit the priority of this one. All steps but the first and longest get a low one: they run
// while it waits, so that both processors are busy to the end. Compiled code is not stored: that takes longer in a fresh clone
// than it saves later.
process.env.NODE_DISABLE_COMPILE_CACHE = '1'
const startedAt = performance.now()
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`
const width = Math.max(2, availableParallelism() - 1)
const outcomes = await inParallel(
  width,
  steps.map((step, place) => async () => {
    if (place === 1) setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
    const began = performance.now()
    const outcome = await step.run()
    console.log(`${outcome.ok ? 'ok    ' : 'FAILED'} ${step.name} (${seconds(began)})`)
    if (!outcome.ok) console.log(`${outcome.output}\n--- end of ${step.name}`)
    return { ...outcome, name: step.name }
  }),
)
const failed = outcomes.filter((outcome) => !outcome.ok)
console.log(`verify: ${seconds(startedAt)}`)
close({ passed: outcomes.length - failed.length, failed: failed.length, failures: failed.map(firstFaults) })
