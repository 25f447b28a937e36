// Advisories about the packages of the lock file, where the registry answers that question. Never a gate: no answer fails nothing.

import { advisoriesIn } from './audit/advisories.ts'
import { run } from './lib/commands.ts'

const { output } = await run('npm', ['audit', '--json', '--package-lock-only'])
const advisories = advisoriesIn(output)
if (!advisories) console.log('not checked (the registry does not answer)')
else if (advisories.length === 0) console.log('no known advisories')
else for (const line of advisories) console.log(line)
