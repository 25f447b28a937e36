import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { systemCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/tx.ts'
import { packed, readyStops } from './index.ts'

const clock = manualClock(Date.UTC(2026, 2, 2, 8))
const { t, company, token, root } = await appWithCompany({ clock })

test('The stops of a period that began long before the plant are found without a look at that time', async () => {
  const { id } = await machineWithDevice(t, token, root)
  const [first, last] = [Date.UTC(2025, 0, 1), Date.UTC(2026, 0, 1)]
  for (const startedAt of [first, last])
    await t.db.owner.query(
      `insert into rollup_stop (company_id, equipment_id, status_interval_id, started_at, ended_at, scheduled_ms)
       values ($1, $2, $3::bigint, $3::bigint, $3::bigint + 60000, 60000)`,
      [company.companyId, id, startedAt],
    )
  let statements = 0
  const found = await t.db.database.inCompany(company.companyId, async (tx) => {
    const prepared: Tx['prepared'] = (statement, values) => {
      statements++
      return tx.prepared(statement, values)
    }
    const ctx = systemCtx(company.companyId, { ...tx, prepared }, clock)
    const starts: number[] = []
    const readyTo = new Map([[id, clock.now()]])
    for await (const stops of readyStops(ctx, Date.parse('0001-01-01T00:00:00Z'), readyTo))
      for (let at = 0; at < stops.length; at += packed.length) starts.push(stops[at + packed.startedAt] as number)
    return starts
  })
  // The machine has no such stops: the check of the data after the tests would find them.
  await t.db.owner.query('delete from rollup_stop where company_id = $1', [company.companyId])
  expect(found).toEqual([first, last])
  expect(statements).toBeLessThan(10)
})
