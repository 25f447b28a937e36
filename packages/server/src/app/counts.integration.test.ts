import { HOUR_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { expect, test } from 'vitest'
import { manualClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import { createMetrics } from '../platform/metrics.ts'
import { startCounting } from './counts.ts'

const NOW = Date.parse('2026-11-04T09:00:00Z')
const clock = manualClock(NOW)
const { t, company } = await appWithCompany({ clock, jobs: { works: false } })

test('The metrics count what is stored of all companies: size, quarantine, jobs and checks', async () => {
  const metrics = createMetrics()
  const counts = startCounting({ database: t.db.database, clock, logger: silentLogger, metrics })
  const metricOf = async (name: string) => {
    await counts.now()
    const text = await metrics.text()
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`millwatch_${name} `))
        ?.split(' ')[1],
    )
  }
  expect(await metricOf('database_bytes')).toBeGreaterThan(1_000_000)
  expect(await metricOf('quarantine_bytes{kind="held"}')).toBe(0)
  const machine = await machineWithDevice(t, await t.signIn(company.emailOf('admin')), company.rootOrgUnitId)
  await machine.send([
    { t: NOW + 30 * 60_000, type: 'cycle', cycle_time: 30 },
    { t: NOW, type: 'no such type' },
  ])
  expect(await metricOf('quarantine_bytes{kind="held"}')).toBeGreaterThan(10)
  expect(await metricOf('quarantine_bytes{kind="junk"}')).toBeGreaterThan(10)

  expect(await metricOf('jobs{state="failed"}')).toBe(0)
  await t.db.owner.query(
    `insert into job (company_id, kind, args, state, created_at, finished_at) values
      ($1, 'a', '{}', 'queued', $2, null), ($1, 'b', '{}', 'failed', $2, $2), ($1, 'c', '{}', 'failed', 0, 1),
      ($1, 'd', '{}', 'finished', 0, 1)`,
    [company.companyId, NOW - HOUR_MS],
  )
  expect(await metricOf('jobs{state="queued"}')).toBe(1)
  expect(await metricOf('jobs{state="failed"}')).toBe(1)
  expect(await metricOf('jobs_oldest_seconds')).toBe(3600)

  await t.db.owner.query('update company set created_at = $1', [NOW - 3 * HOUR_MS])
  expect(await metricOf('verification_age_seconds')).toBe(3 * 3600)
  const report = { findings: [], total: 3 }
  await t.db.owner.query(
    'insert into verification (company_id, started_at, finished_at, is_clean, report) values ($1, $2, $2, false, $3)',
    [company.companyId, NOW - 2 * HOUR_MS, report],
  )
  expect(await metricOf('verification_findings')).toBe(3)
  expect(await metricOf('verification_age_seconds')).toBe(7200)
  await counts.stop()
})
