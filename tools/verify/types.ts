import { globSync } from 'node:fs'
import { type Outcome, run } from '../lib/commands.ts'
import { inParallel } from '../lib/pool.ts'
import { root } from '../setup/place.mjs'

/** Checks the types of every tsconfig as a separate project, since a test may use more than the code beside it. */
export async function checkTypes(): Promise<Outcome> {
  const projects = globSync(['tsconfig.json', 'e2e/tsconfig.json', 'packages/*/tsconfig*.json'], { cwd: root }).sort()
  const tsc = (project: string) => () =>
    run(process.execPath, [
      'node_modules/typescript/bin/tsc',
      '-p',
      project,
      '--pretty',
      'false',
      ...remembering(project),
    ])
  const outcomes = await inParallel(2, projects.map(tsc))
  const failed = projects.flatMap((project, index) => {
    const outcome = outcomes[index]
    return outcome && !outcome.ok && !isWithoutTests(project, outcome) ? [`${project}:\n${outcome.output}`] : []
  })
  return { ok: failed.length === 0, output: failed.join('\n') }
}

/** Returns true if the only error is that a package has no tests yet. */
function isWithoutTests(project: string, { output }: Outcome): boolean {
  return project.endsWith('.test.json') && output.includes('TS18003') && !output.includes('\n')
}

/** Returns the options with which tsc stores its results, so that the next run checks only what changed. */
const remembering = (project: string) => [
  '--incremental',
  '--tsBuildInfoFile',
  `.millwatch/types/${project.replaceAll('/', '-').replace('.json', '')}.tsbuildinfo`,
]
