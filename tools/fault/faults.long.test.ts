import { someOf } from '@millwatch/lab/budget'
import { describe } from 'vitest'
import { testFaults } from './base/short-form.testing.ts'

/** Number of these that a run by a budget of time draws. */
const DRAWN = 2

/** Concurrent, since most of the time is waiting for starts, leases and clocks. */
describe.concurrent('More kinds of npm run fault than the everyday tests run', () => {
  testFaults(
    someOf<readonly [string, number]>(
      [
        ['F15 worker dies with locks', 1],
        ['F2 before commit', 1],
        ['F4 yes, before commit', 2],
        ['F6 restart immediate', 1],
        ['F6 with alarms kill -9 postmaster', 1],
        ['F16 duplicates', 20_000],
        ['F17 window 24 h', 6000],
        ['F18 late and edited', 100],
        ['F21 +1 h', 1],
      ],
      DRAWN,
    ),
  )
})
