import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { watchExcessiveStops } from './excessive-stops.ts'
import type { LiveDeps } from './subscribe.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a company whose stops cannot be read does not keep those of another from being read', async () => {
  const companyIds: number[] = []
  const warn = vi.fn()
  const deps = {
    clock: manualClock(0),
    logger: { warn },
    sockets: { occupied: () => ['c1:e:11', 'c2:o:21'] },
    database: {
      inCompany: (companyId: number) => {
        companyIds.push(companyId)
        // The other company has no answer yet.
        return companyId === 1 ? Promise.reject(new Error('away')) : new Promise(() => undefined)
      },
    },
  } as unknown as LiveDeps
  const stop = watchExcessiveStops(deps)
  await vi.advanceTimersByTimeAsync(1000)
  void stop()
  expect(companyIds).toEqual([1, 2])
  expect(warn.mock.calls.map(([fields]) => fields)).toMatchObject([{ companyId: 1, err: { message: 'away' } }])
})
