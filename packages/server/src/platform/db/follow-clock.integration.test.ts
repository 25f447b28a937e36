import { testDatabase } from '@millwatch/lab/database/database'
import { expect, test } from 'vitest'
import { boundClock } from '../bound-clock.ts'
import { systemClock } from '../clock.ts'
import { silentLogger } from '../logger.ts'
import { followClock } from './follow-clock.ts'

const HOUR = 3_600_000
const { database } = await testDatabase()

test('a server whose clock is set forward, before its start or after, goes by the time of the database', async () => {
  let aheadMs = HOUR
  const clock = boundClock({ ...systemClock, now: () => systemClock.now() + aheadMs })
  const stop = await followClock(clock, database, silentLogger)
  try {
    expect(clock.now() - systemClock.now()).toBeLessThan(HOUR / 2)
    aheadMs = 24 * HOUR
    expect(clock.now() - systemClock.now()).toBeLessThan(HOUR / 2)
    aheadMs = -HOUR
    expect(clock.now() - systemClock.now()).toBeLessThan(-HOUR / 2)
  } finally {
    await stop()
  }
})
