import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../time/index.ts'
import { serverClockDoubt } from './server-clock.ts'

const NOW = 1_790_000_000_000
const none = { lastReceiptAt: null, skewsMs: [] }

describe('The clock of the server is in doubt', () => {
  test.each([
    ['not without evidence', none, null],
    ['when it fell back behind a receipt', { ...none, lastReceiptAt: NOW + HOUR_MS }, 'before_last_receipt'],
    ['not for the difference of two servers', { ...none, lastReceiptAt: NOW + 60_000 }, null],
    ['when most devices are ahead', { ...none, skewsMs: [HOUR_MS, HOUR_MS, HOUR_MS, 0, -5] }, 'behind_devices'],
    ['not when half of them are', { ...none, skewsMs: [HOUR_MS, HOUR_MS, HOUR_MS, 0, 0, 0] }, null],
    ['not for two devices alone', { ...none, skewsMs: [HOUR_MS, HOUR_MS] }, null],
    ['not for five minutes', { ...none, skewsMs: [300_000, 300_000, 300_000] }, null],
  ])('%s', (_, evidence, kind) => {
    expect(serverClockDoubt(NOW, evidence)?.kind ?? null).toBe(kind)
  })

  test('by as much as the devices are ahead, and never because of devices that are behind', () => {
    const skew = fc.integer({ min: -300_000, max: 100 * HOUR_MS })
    fc.assert(
      fc.property(fc.array(skew), (skewsMs) => {
        const doubt = serverClockDoubt(NOW, { ...none, skewsMs })
        const ahead = skewsMs.filter((ms) => ms > 300_000)
        expect(doubt !== null).toBe(ahead.length >= 3 && ahead.length > skewsMs.length / 2)
        if (doubt) expect(ahead).toContain(doubt.behindMs)
      }),
    )
  })
})
