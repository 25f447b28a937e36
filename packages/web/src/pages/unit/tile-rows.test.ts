import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { MachineTile } from '../../features/tree/types.ts'
import { columnsIn, tileRows, topsOf } from './tile-rows.ts'

const machine = (id: number, unit: number) =>
  ({ id, parent_org_unit_id: unit, ancestors: [{ id: unit, name: `Hall ${unit}` }] }) as unknown as MachineTile

it('every machine has its place in one row, none is wider than there is room, whatever the width', () => {
  const machines = fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 40 })
  fc.assert(
    fc.property(machines, fc.integer({ min: 0, max: 4000 }), fc.boolean(), (units, width, byUnit) => {
      const given = units.map((unit, index) => machine(index + 1, unit))
      const columns = columnsIn(width)
      const rows = tileRows(given, columns, byUnit ? 1 : undefined)
      const placed = rows.flatMap((row) => (row.kind === 'tiles' ? [...row.machines] : []))
      expect(placed.toSorted((a, b) => a.id - b.id)).toEqual(given)
      for (const row of rows) if (row.kind === 'tiles') expect(row.machines.length).toBeLessThanOrEqual(columns)
      expect(
        topsOf(
          rows.map(({ kind }) => kind),
          byUnit,
        ),
      ).toHaveLength(rows.length + 1)
      expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
    }),
  )
})

it('in the order of the tree tiles stand under the names of their units, but for machines of the shown unit alone', () => {
  const kinds = (units: number[]) =>
    tileRows(
      units.map((unit, index) => machine(index, unit)),
      2,
      1,
    ).map((row) => (row.kind === 'unit' ? row.units.map(({ path }) => path).join(' + ') : row.machines.length))
  expect(kinds([1, 1, 1])).toEqual([2, 1])
  expect(kinds([2, 2])).toEqual(['Hall 2', 2])
  expect(kinds([2, 1, 2, 2])).toEqual(['Hall 1', 1, 'Hall 2', 2, 1])
  expect(kinds([2, 1]), 'small units share a row').toEqual(['Hall 1 + Hall 2', 2])
  expect(kinds([2, 2, 3, 4, 5])).toEqual(['Hall 2', 2, 'Hall 3 + Hall 4', 2, 'Hall 5', 1])
})
