import { expect, test } from 'vitest'
import { exportedParts, foundReportParts, partsCsv, type ReportPart } from './parts.ts'

const event = (id: number, at: number, qty: number) => ({
  ...{ id, partId: 1, at, qty, action: 'replace' as const, machineId: 5, machine: 'Press "5"' },
  isDuringStop: id === 1,
})
const part: ReportPart = {
  ...{ id: 1, number: '=cmd', description: 'Belt; long', url: null, isRemoved: false, lastAt: 0, count: 2, qty: 3 },
  events: [event(1, 0, 1), event(2, 1000, 2)],
}

test('the file has one row for each work, latest first, and no formula', () => {
  const rows = exportedParts([part])
  expect(rows.map(({ qty, source }) => [qty, source])).toEqual([
    [2, 'maintenance'],
    [1, 'stop'],
  ])
  expect(partsCsv(rows).split('\r\n').slice(0, 2)).toEqual([
    'part,description,equipment,action,qty,created_at,source',
    `'=cmd,"Belt; long","Press ""5""",replaced,2,1970-01-01T00:00:01.000Z,maintenance`,
  ])
})

test('the search looks at number and description', () => {
  expect(foundReportParts([part], 'LONG')).toEqual([part])
  expect(foundReportParts([part], 'x')).toEqual([])
})
