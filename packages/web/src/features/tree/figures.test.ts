import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import { expect, it } from 'vitest'
import { batchesWith, figureBatches } from './figures.ts'

const rest = { active: true, schedule_source: 'self' }
const machines = (from: number, count: number): TreeNodeShape['equipment'] =>
  Array.from({ length: count }, (_, index) => ({
    ...rest,
    id: from + index,
    name: 'M',
    current_status: null,
    currently_scheduled: true,
    last_ping_at: null,
    schedule_changes_at: null,
  }))
const unit = (id: number, children: TreeNodeShape[], equipment: TreeNodeShape['equipment']): TreeNodeShape => ({
  ...rest,
  id,
  name: 'U',
  org_unit_type_id: 2,
  children,
  equipment,
})
const root = unit(1, [unit(2, [unit(3, [], machines(1, 150))], []), unit(4, [], machines(500, 60))], [])

it('asks for each node but the root once, in batches of a hundred neighbours', () => {
  const batches = figureBatches(root)
  expect(batches.map(({ which, ids }) => [which, ids.length, ids[0]])).toEqual([
    ['o', 3, 2],
    ['e', 100, 1],
    ['e', 100, 101],
    ['e', 10, 550],
  ])
  expect(batches[2]?.ids.slice(49, 51)).toEqual([150, 500])
})

it('requests only the batches of visible nodes', () => {
  const batches = figureBatches(root)
  expect(batchesWith(batches, new Set(['e-100', 'e-101']))).toEqual([batches[1], batches[2]])
  expect(batchesWith(batches, new Set(['o-1']))).toEqual([])
})
