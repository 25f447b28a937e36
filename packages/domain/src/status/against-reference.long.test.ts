import { coverCases } from '@millwatch/lab/budget'
import { describe, expect, it } from 'vitest'
import { arrivalRunsAgree, orderedRunsAgree } from './against-reference.testing.ts'

const whole = 30_000
const share = 500
/** Number of sets that are computed in order of arrival per one recomputation that meets the old one before its end. */
const SETS_PER_MEETING = 30

describe('The status of up to 30,000 sets of events is what the rules say', () => {
  it('computed once, in order', async () => {
    await coverCases({ title: 'Sets of events in order', whole, share, properties: 2, run: orderedRunsAgree })
  })

  it('computed as it came: in any order, in parts, twice, with timers in between', async () => {
    let met = 0
    const run = (count: number) => {
      met += arrivalRunsAgree(count)
    }
    const done = await coverCases({ title: 'Sets of events as they came', whole, share, properties: 2, run })
    expect(met, 'recomputations that met the old state before its end').toBeGreaterThan(done / SETS_PER_MEETING)
  })
})
