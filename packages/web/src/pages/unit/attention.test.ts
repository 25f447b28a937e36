import { expect, it } from 'vitest'
import type { MachineTile } from '../../features/tree/types.ts'
import { needingMachines } from './attention.ts'
import { nowCounts, nowWords } from './now.ts'

const machine = (id: number, status: 1 | 2 | 3 | 4 | null, part: Partial<MachineTile> = {}) =>
  ({
    id,
    name: `Press ${id}`,
    current_status: status === null ? null : { status, started_at: `2026-06-10T0${id}:00:00Z` },
    util_pct: 90,
    target_pct: 80,
    util_excluded: false,
    in_excessive_downtime: false,
    currently_scheduled: true,
    ...part,
  }) as unknown as MachineTile
const ids = (machines: readonly MachineTile[]) => machines.map(({ id }) => id)
const OFF_SHIFT = { currently_scheduled: false }

it('machines outside their schedule are counted for themselves, whatever their status', () => {
  const machines = [machine(1, 1), machine(2, 2), machine(3, 2, OFF_SHIFT), machine(4, 1, OFF_SHIFT), machine(5, null)]
  expect(nowCounts(machines)).toEqual({
    scheduled: 3,
    byStatus: [
      { status: 'running', machines: 1 },
      { status: 'down', machines: 1 },
      { status: 'unknown', machines: 1 },
    ],
    unscheduled: 2,
    unscheduledRunning: 1,
  })
  expect(nowWords(nowCounts(machines))).toBe('Scheduled 3: 1 running, 1 down, 1 no contact · 2 not scheduled')
})

it('the longest stops stand first; a machine that is offline outside its schedule needs nobody', () => {
  const excessive = { in_excessive_downtime: true }
  const found = needingMachines([
    machine(7, 2, { ...excessive, ...OFF_SHIFT }),
    machine(4, 2, excessive),
    machine(2, 2, excessive),
    machine(6, 3),
    machine(1, 3),
    machine(3, 3, OFF_SHIFT),
    machine(8, 2),
    machine(9, 2, OFF_SHIFT),
    machine(5, 2),
  ])
  expect(ids(found.excessive)).toEqual([2, 4])
  expect(ids(found.offline)).toEqual([1, 6])
  expect(ids(found.down)).toEqual([5, 8])
})

it('machines under 80 % stand with the lowest first, without those that are not counted or not scheduled', () => {
  const found = needingMachines([
    machine(1, 1, { util_pct: 79.9 }),
    machine(2, 1, { util_pct: 12 }),
    machine(3, 1, { util_pct: 80 }),
    machine(4, 1, { util_pct: null }),
    machine(5, 1, { util_pct: 5, util_excluded: true }),
  ])
  expect(ids(found.under)).toEqual([2, 1])
})
