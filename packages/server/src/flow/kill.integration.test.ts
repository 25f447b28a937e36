import { describe, expect, test } from 'vitest'
import { kinds } from '../../../../tools/fault/kinds/index.ts'

const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 32))

/** Number of each kind of fault. F15, a shift edit whose worker dies, takes longest, because a lease must expire. */
const short: readonly (readonly [string, number])[] = [
  ['F15 worker dies with locks', 1],
  ['F1 kill -9', 2],
  ['F2 before commit', 1],
  ['F2 after commit, before ack', 1],
  ['F3 rollup', 1],
  ['F6 restart immediate', 1],
  ['F6 kill -9 backend', 1],
  ['F16 duplicates', 20_000],
  ['F17 window 24 h', 6000],
  ['F18 late and edited', 100],
  ['F20 -1 h', 1],
  ['F21 +1 h', 1],
]

/** Concurrent, since most of the time is waiting for starts, leases and clocks. */
describe.concurrent(`The short form of npm run fault (seed ${seed})`, () => {
  test.for(short)(
    'After %s (%i) nothing acknowledged is missing or there twice, and everything holds',
    { timeout: 240_000 },
    async ([name, count]) => {
      const kind = kinds.find((candidate) => candidate.name === name)
      const done = await kind?.run({ count, seed })
      expect(done?.count).toBeGreaterThanOrEqual(count / 2)
      expect(done?.acknowledged).toBeGreaterThan(50)
    },
  )
})
