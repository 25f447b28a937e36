// Prints the advisories about the packages of the lock file, if the registry answers. It never fails the build.

import { advisoriesIn } from './audit/advisories.ts'
import { run } from './lib/commands.ts'

const { output } = await run('npm', ['audit', '--json', '--package-lock-only'])
const advisories = advisoriesIn(output)
if (!advisories) console.log('not checked (the registry does not answer)')
else if (advisories.length === 0) console.log('no known advisories')
else for (const line of advisories) console.log(line)
