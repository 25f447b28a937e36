import { someOf } from '@millwatch/lab/budget'
import { describe } from 'vitest'
import { testFaults } from './base/short-form.testing.ts'

/** Kinds of fault, one of each class, with the number of faults. */
const ONE_OF_EACH_CLASS: readonly (readonly [kind: string, count: number])[] = [
  ['F1 kill -9', 2],
  ['F2 after commit, before ack', 1],
  ['F3 rollup', 1],
  ['F6 kill -9 backend', 1],
  ['F16 duplicates', 5000],
  ['F17 window 24 h', 2000],
  ['F18 late and edited', 20],
  ['F20 -1 h', 1],
]

const MORE: readonly (readonly [kind: string, count: number])[] = [
  ['F15 worker dies with locks', 1],
  ['F2 before commit', 1],
  ['F4 yes, before commit', 2],
  ['F6 restart immediate', 1],
  ['F6 with alarms kill -9 postmaster', 1],
  ['F16 duplicates', 20_000],
  ['F17 window 24 h', 6000],
  ['F18 late and edited', 100],
  ['F21 +1 h', 1],
]
/** Number of these that a run by a budget of time draws. */
const DRAWN = 2

/** Concurrent, since most of the time is waiting for starts, leases and clocks. */
describe.concurrent('A short form of npm run fault', () => {
  testFaults([...ONE_OF_EACH_CLASS, ...someOf(MORE, DRAWN)])
})
