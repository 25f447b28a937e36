import { HOUR_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { expect, test } from 'vitest'
import { manualClock } from '../platform/clock.ts'
import { createLogger } from '../platform/logger.ts'
import { createMetrics } from '../platform/metrics.ts'
import { ClockWatch } from './clock-watch.ts'

const NOW = Date.parse('2026-11-04T09:00:00Z')
const clock = manualClock(NOW)
const { t, company, token } = await appWithCompany({ clock, jobs: { works: false } })

test('A clock that fell back, or that most devices contradict, is logged once, shown and taken back', async () => {
  const lines: string[] = []
  const logger = createLogger({ destination: { write: (line: string) => void lines.push(line) } })
  const metrics = createMetrics()
  const watch = new ClockWatch({ database: t.db.database, clock, logger, metrics })
  const seen = async () => {
    await watch.look()
    const [, seconds] = /^millwatch_clock_behind_seconds (.*)$/m.exec(await metrics.text()) ?? []
    return { seconds, warning: watch.warning() }
  }
  const right = { seconds: '0', warning: undefined }
  expect(await seen()).toEqual(right)
  for (let i = 0; i < 3; i++) {
    const machine = await machineWithDevice(t, token, company.rootOrgUnitId)
    await machine.send([{ t: NOW, type: 'cycle', cycle_time: 30 }])
  }
  expect(await seen()).toEqual(right)

  clock.set(NOW - HOUR_MS)
  const fellBack = {
    seconds: '3600',
    warning:
      'The clock of this server is probably wrong: it is 60 min behind the last message that was received. Set the clock.',
  }
  expect(await seen()).toEqual(fellBack)
  expect(await seen()).toEqual(fellBack)
  expect(lines.filter((line) => line.includes('is probably wrong'))).toHaveLength(1)

  clock.set(NOW + 1000)
  expect(await seen()).toEqual(right)
  expect(lines.at(-1)).toContain('is right again')
  const skew = (ms: number) =>
    t.db.owner.query('update device_tally set clock_skew_ms = $1, clock_skew_measured_at = $2', [ms, clock.now()])
  await skew(2 * HOUR_MS)
  expect(await seen()).toEqual({
    seconds: '7200',
    warning: expect.stringContaining('120 min behind the clocks of most'),
  })
  clock.advance(2 * HOUR_MS)
  // The measurement is too old to count.
  expect(await seen()).toEqual(right)
})
