import { type Outcome, run } from '../lib/commands.ts'
import { inParallel } from '../lib/pool.ts'

/**
 * Projects whose types are checked, the longest first. The project at the root has all code that runs in Node, with its tests, so
 * that shared files are checked once. Domain and contract are checked again without their tests, as they run without Node. The
 * pages are checked with their tests and without Node's types; tests of the pages that read files are named `*.files.test.ts`.
 */
const projects = [
  'tsconfig.json',
  'packages/web/tsconfig.json',
  'packages/web/tsconfig.files.json',
  'e2e/tsconfig.json',
  'packages/contract/tsconfig.json',
  'packages/domain/tsconfig.json',
]

/**
 * tsc is written in Go: with this setting it collects no garbage. That takes a quarter less processor time, and hardly more
 * memory (1.3 GB for the largest project).
 */
const noCollections = { GOGC: 'off' }

export async function checkTypes(): Promise<Outcome> {
  const outcomes = await inParallel(
    2,
    projects.map((project) => () => run(process.execPath, tsc(project), noCollections)),
  )
  const failed = outcomes.flatMap(({ ok, output }, index) => (ok ? [] : [`${projects[index]}:\n${output}`]))
  return { ok: failed.length === 0, output: failed.join('\n') }
}

/**
 * Returns the path of the file in which tsc stores the results of a project, so that the next run checks only files that changed.
 */
export const memoryOf = (project: string) =>
  `.millwatch/types/${project.replaceAll('/', '-').replace('.json', '')}.tsbuildinfo`

/**
 * Returns the arguments of Node that check the types of a project. A single checker is used, because each of several would check
 * shared files again and take a third more processor time.
 */
export const tsc = (project: string) => [
  'node_modules/typescript/bin/tsc',
  ...['-p', project, '--pretty', 'false', '--checkers', '1', '--incremental', '--tsBuildInfoFile', memoryOf(project)],
]
