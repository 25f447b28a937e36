import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LEAST_PX, tracksOf } from './run-bars.ts'
import { exportedRuns, filteredRuns, foundRuns, runOrders, runsCsv, sortedRuns } from './run-rows.ts'
import type { ReportRun } from './runs.ts'

const run = (id: number, more: Partial<ReportRun> = {}): ReportRun => ({
  id,
  machineId: 1,
  machine: 'Press 1',
  tags: ['AX-117'],
  startedAt: 0,
  endedAt: 1000,
  partsDesired: 10,
  partsActual: 10,
  scrapQty: 0,
  ...more,
})

const someRuns = fc.array(
  fc
    .record({ startedAt: fc.integer({ min: -500, max: 1500 }), length: fc.integer({ min: 1, max: 900 }) })
    .map(({ startedAt, length }) => run(0, { startedAt, endedAt: startedAt + length })),
  { minLength: 1, maxLength: 60 },
)

it('finds runs by tag and machine, whatever the capitals', () => {
  const runs = [run(1), run(2, { tags: ['Heat 7688', 'CK-7'] }), run(3, { machine: 'Saw ×2', tags: [] })]
  expect(['', ' ax-', 'ck', 'saw', 'nothing'].map((text) => foundRuns(runs, text).map(({ id }) => id))).toEqual([
    [1, 2, 3],
    [1],
    [2],
    [3],
    [],
  ])
})

it('filters runs below their quantity and with scrap; an indefinite run is never below', () => {
  const runs = [run(1, { partsActual: 9 }), run(2, { scrapQty: 1 }), run(3, { partsDesired: null, partsActual: 0 })]
  expect(filteredRuns(runs, 'all')).toEqual(runs)
  expect(filteredRuns(runs, 'below').map(({ id }) => id)).toEqual([1])
  expect(filteredRuns(runs, 'scrap').map(({ id }) => id)).toEqual([2])
})

it('sorts by each column both ways; machines by their number, no total as infinite', () => {
  const runs = [run(1, { machine: 'Press 10', partsDesired: null }), run(2, { machine: 'Press 2' })]
  expect(sortedRuns(runs, 'equipment', 'ascending').map(({ id }) => id)).toEqual([2, 1])
  expect(sortedRuns(runs, 'desired', 'descending').map(({ id }) => id)).toEqual([1, 2])
  for (const order of runOrders)
    expect(sortedRuns(runs, order, 'ascending').toSorted((a, b) => a.id - b.id)).toEqual(runs)
})

it('exports times as ISO 8601, no total as blank, several tags with a semicolon, and no formula', () => {
  const rows = exportedRuns(
    [run(1, { tags: ['=A', 'B'], partsDesired: null, partsActual: 3 * 0.1, scrapQty: 2 })],
    true,
  )
  expect(rows[0]).toMatchObject({ tags: ['=A', 'B'], parts_desired: null, parts_actual: 0.3, scrap_qty: 2 })
  expect(runsCsv(rows)).toBe(
    'equipment,started_at,ended_at,duration_s,tags,parts_desired,parts_actual,actual_of_desired_pct,scrap_qty\r\n' +
      `Press 1,1970-01-01T00:00:00.000Z,1970-01-01T00:00:01.000Z,1,"'=A;B",,0.3,,2\r\n`,
  )
  expect(runsCsv(exportedRuns([run(1)], false))).not.toContain('scrap')
})

it('draws each run once, in order, inside of the period, and never more bars than fit', () => {
  fc.assert(
    fc.property(someRuns, fc.integer({ min: 50, max: 1200 }), (runs, width) => {
      const [track] = tracksOf(runs, { from: 0, to: 1000 }, width)
      const bars = track?.bars ?? []
      expect(bars.flatMap((bar) => bar.runs)).toHaveLength(runs.length)
      expect(bars.every(({ from, to }) => from >= 0 && from <= to && to <= 1)).toBe(true)
    }),
  )
})

it('draws a thousand short runs that follow each other as far fewer bars', () => {
  const runs = Array.from({ length: 1000 }, (_, i) => run(i, { startedAt: i, endedAt: i + 1 }))
  const [track] = tracksOf(runs, { from: 0, to: 1000 }, 200)
  expect(track?.bars.length).toBeLessThanOrEqual(200 / LEAST_PX + 1)
})

it('lists machines by name, each with its own runs', () => {
  const runs = [run(1, { machineId: 7, machine: 'Saw 10' }), run(2, { machineId: 8, machine: 'Saw 9' })]
  expect(tracksOf(runs, { from: 0, to: 1000 }, 500).map(({ machine }) => machine)).toEqual(['Saw 9', 'Saw 10'])
})
