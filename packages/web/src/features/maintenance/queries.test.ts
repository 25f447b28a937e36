import { expect, it } from 'vitest'
import { activeRefresh } from '../../lib/query-client.ts'
import { dueQuery, oneMaintenanceQuery } from './queries.ts'

it('the list of maintenance is read again every 5 minutes, the chosen one every minute', () => {
  expect(dueQuery({ which: 'o', id: 7 }, '', 100).refetchInterval).toBe(activeRefresh)
  expect(oneMaintenanceQuery(3).refetchInterval).toBe(60_000)
})
