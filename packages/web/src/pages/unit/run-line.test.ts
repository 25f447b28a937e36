import { expect, it } from 'vitest'
import { runLine } from './run-line.ts'

it('a run says its tags and how far it is: parts where a cycle makes several, no share without an end', () => {
  const run = {
    ...{
      id: 1,
      tags: [
        { id: 1, name: 'AX-114' },
        { id: 2, name: 'heat 7' },
      ],
      cycles_total: 3000,
      cycles_current: 2060,
    },
    ...{
      parts_per_cycle: 2,
      allow_overrun: false,
      notify_roster_ids: [],
      scrap_qty: 0,
      started_at: '2026-06-10T08:00:00Z',
    },
  }
  expect(runLine(run)).toEqual({ tags: 'AX-114, heat 7', done: '4,120 / 6,000', pct: (100 * 2060) / 3000 })
  expect(runLine({ ...run, cycles_total: null, parts_per_cycle: null })).toMatchObject({ done: '2,060', pct: null })
  expect(runLine(null)).toBeNull()
})
