import { expect, it } from 'vitest'
import { intervalRows, intervalsCsv } from './detail-export.ts'

it('exports intervals with their notes, and nothing that a spreadsheet would run', () => {
  const at = Date.UTC(2026, 10, 21, 10)
  const rows = intervalRows(
    [
      { status: 2, from: at, to: at + 90_500, reason: 'Jam', notes: '=HYPERLINK("x")' },
      { status: 1, from: at + 90_500, to: null },
    ],
    at + 100_500,
  )
  expect(intervalsCsv(rows).split('\r\n')).toEqual([
    'status,started_at,ended_at,duration_s,reason,notes',
    `Down,2026-11-21T10:00:00.000Z,2026-11-21T10:01:30.500Z,90.5,Jam,"'=HYPERLINK(""x"")"`,
    'Running,2026-11-21T10:01:30.500Z,,10,,',
    '',
  ])
})
