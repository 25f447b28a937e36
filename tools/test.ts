// `npm test`: the everyday suite, with the browser tests. `npm run test:long`: the tests that take minutes, as many as fit the
// time budget; `npm run test:whole`: all of them, in an hour or more. `npm run e2e`: the browser tests only. The last line is
// `N passed, N failed`.
import { join } from 'node:path'
import { close, sum } from './lib/counts.ts'
import { root } from './setup/place.mjs'
import { accessible, LONG_BROWSER_TESTS, playwright, vitest } from './test/suites.ts'
import { wholeLongSuite } from './test/whole.ts'

// Server processes that tests start read their modules from here, compiled before: a start takes half as long.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'millwatch', 'compiled')

const [which = 'everyday', ...rest] = process.argv.slice(2)
/** Test projects of `npm test`. With `--after-verify` the unit tests are left out, since `npm run verify` has just run them. */
const everyday = [...(rest.includes('--after-verify') ? [] : ['unit', 'unit-web']), 'component', 'integration']
/**
 * Pattern of the browser tests that `npm test` leaves to `npm run test:long`. With `--before-long` these are also the tests that
 * both would run.
 */
const left = rest.includes('--before-long') ? LONG_BROWSER_TESTS : '@long'

switch (which) {
  case 'everyday':
    close(sum([await vitest(everyday), await playwright('--grep-invert', left)]))
    break
  case 'long':
    close(sum([await vitest(['long']), await accessible()]))
    break
  case 'whole':
    close(await wholeLongSuite())
    break
  case 'browser':
    close(await playwright(...rest))
    break
  default:
    console.error(`Unknown suite ${which}: everyday, long, whole or browser`)
    process.exitCode = 2
}
