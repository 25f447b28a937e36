// `npm test`: the everyday suite, with its browser tests. `npm run test:long`: all other tests, in parts, which takes an hour or
// more; `-- part`: one part, another one for nearly every commit. `npm run e2e`: the browser tests only. The last line is
// `N passed, N failed`.
import { join } from 'node:path'
import { close, sum } from './lib/counts.ts'
import { root } from './setup/place.mjs'
import { longSuite, partOfThisCommit } from './test/long.ts'
import { everydayBrowserTests, playwright, vitest } from './test/suites.ts'

// Server processes that tests start read their modules from here, compiled before: a start takes half as long.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'millwatch', 'compiled')

const [which = 'everyday', ...rest] = process.argv.slice(2)
/** Test projects of `npm test`. With `--after-verify` the unit tests are left out, since `npm run verify` has just run them. */
const everyday = [...(rest.includes('--after-verify') ? [] : ['unit']), 'component', 'integration']

switch (which) {
  case 'everyday':
    close(sum([await vitest(everyday), await everydayBrowserTests()]))
    break
  case 'long':
    close(await (rest.includes('part') ? partOfThisCommit() : longSuite()))
    break
  case 'browser':
    close(await playwright(...rest))
    break
  default:
    console.error(`Unknown suite ${which}: everyday, long or browser`)
    process.exitCode = 2
}
