import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { MachineTile } from '../../features/tree/types.ts'
import {
  countsByStatus,
  type Filter,
  filtered,
  keyOf,
  knownAt,
  noFilter,
  sorted,
  sorts,
  stateSince,
} from './arrange.ts'
import { nowCounts } from './now.ts'

const machine = (id: number, part: Partial<MachineTile> = {}) =>
  ({
    id,
    name: `Press ${id}`,
    ancestors: [],
    current_status: null,
    current_run: null,
    util_pct: null,
    in_excessive_downtime: false,
    currently_scheduled: true,
    ...part,
  }) as unknown as MachineTile
const stands = (status: 1 | 2 | 3 | 4, at: string) => ({
  current_status: { status, started_at: `2026-06-10T${at}:00Z` },
})
const ids = (machines: readonly MachineTile[]) => machines.map(({ id }) => id)
const all: Filter = noFilter

const plant = [
  machine(10, { ...stands(1, '08:00'), util_pct: 90 }),
  machine(2, { ...stands(2, '09:00'), util_pct: 40 }),
  machine(3),
  machine(4, { ...stands(2, '07:00'), util_pct: null, in_excessive_downtime: true, currently_scheduled: false }),
  machine(5, { ...stands(4, '06:00'), util_pct: 0 }),
]

it('machines stand in the order of the tree, by name, by status, by utilization, by how long they are in it', () => {
  const inHall = (id: number, hall: number) =>
    machine(id, {
      parent_org_unit_id: hall,
      ancestors: [
        { id: hall, name: `Hall ${hall}` },
        { id: 1, name: 'Works' },
      ],
    })
  expect(ids(sorted([inHall(1, 10), inHall(2, 9), inHall(3, 10)], 'tree', 1))).toEqual([2, 1, 3])
  expect(ids(sorted(plant, 'name', 1))).toEqual([2, 3, 4, 5, 10])
  const loud = machine(6, { ...stands(2, '10:00'), in_excessive_downtime: true })
  expect(
    ids(sorted([...plant, loud], 'status', 1)),
    'excessive stops first, running late, machines outside their schedule last',
  ).toEqual([6, 2, 5, 3, 10, 4])
  expect(ids(sorted(plant, 'util', 1)), 'nothing scheduled last').toEqual([5, 2, 10, 3, 4])
  expect(ids(sorted(plant, 'longest', 1)), 'without contact last').toEqual([5, 4, 10, 2, 3])
})

it('any order holds the same machines, whichever order they came in', () => {
  const some = fc.shuffledSubarray(plant)
  fc.assert(
    fc.property(some, fc.constantFrom(...sorts.filter((sort) => sort !== 'tree')), (machines, sort) => {
      expect(sorted(machines, sort, 1)).toEqual(sorted(machines.toReversed(), sort, 1))
      expect(new Set(sorted(machines, sort, 1))).toEqual(new Set(machines))
    }),
  )
})

it('filters by status, excessive downtime, not scheduled, and by text in name, unit and tags of the run', () => {
  expect(ids(filtered(plant, all))).toEqual(ids(plant))
  expect(ids(filtered(plant, { ...all, statuses: new Set(['down', 'unknown']) }))).toEqual([2, 3])
  expect(ids(filtered(plant, { ...all, isExcessive: true }))).toEqual([4])
  expect(ids(filtered(plant, { ...all, isUnscheduled: true }))).toEqual([4])
  expect(ids(filtered(plant, { ...all, isScheduled: true, statuses: new Set(['down']) }))).toEqual([2])
  expect(ids(filtered(plant, { ...all, isUnscheduled: true, statuses: new Set(['down']) }))).toEqual([4])
  expect(ids(filtered(plant, { ...all, text: ' pRESS 1' }))).toEqual([10])
  const run = { current_run: { tags: [{ id: 1, name: 'AX-114' }] } } as Partial<MachineTile>
  const placed = { ancestors: [{ id: 1, name: 'Stamping' }] }
  expect(ids(filtered([machine(1, run), machine(2, placed)], { ...all, text: 'ax-1' }))).toEqual([1])
  expect(ids(filtered([machine(1, run), machine(2, placed)], { ...all, text: 'stamp' }))).toEqual([2])
})

it('counts under a status the machines that the line of now counts', () => {
  const states = (isUnscheduled: boolean) =>
    plant.filter((each) => keyOf(each) === 'down' && countsByStatus(each, { isUnscheduled })).length
  expect(states(false)).toBe(nowCounts(plant).byStatus.find(({ status }) => status === 'down')?.machines)
  expect([states(false), states(true)]).toEqual([1, 1])
})

it('18.13: a machine without contact for more than 300 s is counted as without contact until it is offline', () => {
  const contact = '2026-06-10T09:00:00Z'
  const lastContact = { last_ping_at: contact }
  const silent = [
    machine(1, { ...stands(2, '08:59'), ...lastContact }),
    machine(2, { ...stands(1, '08:00'), ...lastContact }),
    machine(3, { ...stands(2, '08:00'), ...lastContact, currently_scheduled: false }),
    machine(4, { ...stands(3, '08:00'), ...lastContact }),
    machine(5, { ...stands(2, '08:00'), last_ping_at: '2026-06-10T09:05:00Z' }),
  ]
  const limit = Date.parse(contact) + 300_000
  expect(knownAt(silent, limit)).toEqual(silent)
  const shown = knownAt(silent, limit + 1)
  expect(shown.map(keyOf)).toEqual(['unknown', 'unknown', 'down', 'offline', 'down'])
  expect(shown[2]).toBe(silent[2])
  expect(nowCounts(shown)).toMatchObject({
    byStatus: [
      { status: 'down', machines: 1 },
      { status: 'offline', machines: 1 },
      { status: 'unknown', machines: 2 },
    ],
    unscheduled: 1,
  })
  expect(shown.map(stateSince)[0]).toBe(Date.parse(contact))
})
