import { expect, it } from 'vitest'
import type { Equipment } from '../../features/tree/types.ts'
import { groupByUnit } from './group.ts'

const root = { id: 1, name: 'Works' }
const hall = { id: 2, name: 'Hall' }
const line = { id: 3, name: 'Line' }
const machine = (id: number, ancestors: { id: number; name: string }[]) =>
  ({ id, parent_org_unit_id: ancestors[0]?.id, ancestors }) as unknown as Equipment

it('machines stand under the unit they belong to, those of the shown unit first, in natural order', () => {
  const late = [{ id: 9, name: 'Hall 10' }, root]
  const early = [{ id: 8, name: 'Hall 9' }, root]
  const at = [
    machine(13, late),
    machine(10, [line, hall, root]),
    machine(14, early),
    machine(11, [root]),
    machine(12, [line, hall, root]),
  ]
  const groups = groupByUnit(at, 1)
  expect(groups.map(({ unitId, path, machines }) => [unitId, path, machines.map((machine) => machine.id)])).toEqual([
    [1, 'Works', [11]],
    [3, 'Hall / Line', [10, 12]],
    [8, 'Hall 9', [14]],
    [9, 'Hall 10', [13]],
  ])
})
