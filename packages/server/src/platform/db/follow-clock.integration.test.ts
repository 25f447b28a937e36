import { HOUR_MS } from '@millwatch/domain/time'
import { testDatabase } from '@millwatch/lab/database/database'
import { expect, test } from 'vitest'
import { boundClock } from '../bound-clock.ts'
import { systemClock } from '../clock.ts'
import { silentLogger } from '../logger.ts'
import { followClock } from './follow-clock.ts'

const { database } = await testDatabase()

test('a server whose clock is set forward, before its start or after, goes by the time of the database', async () => {
  let aheadMs = HOUR_MS
  const clock = boundClock({ ...systemClock, now: () => systemClock.now() + aheadMs })
  const stop = await followClock(clock, database, silentLogger)
  try {
    expect(clock.now() - systemClock.now()).toBeLessThan(HOUR_MS / 2)
    aheadMs = 24 * HOUR_MS
    expect(clock.now() - systemClock.now()).toBeLessThan(HOUR_MS / 2)
    aheadMs = -HOUR_MS
    expect(clock.now() - systemClock.now()).toBeLessThan(-HOUR_MS / 2)
  } finally {
    await stop()
  }
})
