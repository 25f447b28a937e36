import { describe } from 'vitest'
import { testFaults } from './base/short-form.testing.ts'

/** Concurrent, since most of the time is waiting for starts, leases and clocks. */
describe.concurrent('A short form of npm run fault, with a kind of each class', () => {
  testFaults([
    ['F1 kill -9', 2],
    ['F2 after commit, before ack', 1],
    ['F3 rollup', 1],
    ['F6 kill -9 backend', 1],
    ['F16 duplicates', 5000],
    ['F17 window 24 h', 2000],
    ['F18 late and edited', 20],
    ['F20 -1 h', 1],
  ])
})
