import { describe, expect, it } from 'vitest'
import { emptyBatch } from '../../live/rooms.ts'
import { hasNewRun, patchCompany, patchEquipment, patchOrgUnit } from './patch.ts'
import type { Company, Equipment, OrgUnit } from './types.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 0, 0, second)).toISOString()
const nothing = emptyBatch()
const reading = { temperature_1: null, analog_in_1: null }

const press = {
  id: 7,
  name: 'Press',
  active: true,
  parent_org_unit_id: 1,
  ancestors: [],
  actual_timezone: 'UTC',
  device_uuid: null,
  current_status: { status: 1, started_at: at(0) },
  last_ping_at: at(5),
  latest_cycle: { occurred_at: at(5), is_startup: false, data: { cycle_time: 5, ...reading } },
  in_excessive_downtime: true,
  in_excessive_downtime_since: at(0),
  latest_tlm_data: null,
  util_pct: 50,
  util_s: 1,
  util_s_available: 2,
  total_cycle_count: 10,
  cycles_per_hour: null,
  today_started_at: at(0),
  as_of: at(5),
  maximum_allowed_cycle_time: 4,
  excessive_downtime_threshold: 2100,
  util_excluded: false,
  util_capped_by_schedule: true,
  Devices: [],
} as unknown as Equipment
const cycle = (second: number, count = 1, restated = false) => ({
  equipment_id: 7,
  count,
  occurred_at: at(second),
  cycle_time: 6,
  ...reading,
  is_startup: false,
  restated,
})

it('a unit has a new run if a message names an active run that is not in the tile of its machine', () => {
  const run = { equipment_id: 7, run_id: 3, started_at: at(1), ended_at: null, cycles_current: 0, cycles_total: 9 }
  const isNew = (current: object | null, message: object = {}): boolean => {
    const unit = { equipment: [{ ...press, current_run: current }] } as unknown as OrgUnit
    return hasNewRun(unit, { run: [{ ...run, ended_by_count: false, ...message }] })
  }
  expect([isNew(null), isNew({ id: 2 }), isNew({ id: 3 })]).toEqual([true, true, false])
  expect([isNew(null, { ended_at: at(9) }), isNew(null, { equipment_id: 8 })]).toEqual([false, false])
})

describe('a live message about a machine', () => {
  it('changes its status', () => {
    const patched = patchEquipment(press, { ...nothing, status: [{ equipment_id: 7, status: 2, started_at: at(9) }] })
    expect(patched.current_status).toEqual({ status: 2, started_at: at(9) })
    expect(patched).toMatchObject({ in_excessive_downtime: false, in_excessive_downtime_since: null })
  })

  it('shows a lock of its shift history, and that it is unlocked', () => {
    const locked = { shift_mgmt_locked_at: at(8), shift_mgmt_locked_by: 30 }
    const unlocked = { shift_mgmt_locked_at: null, shift_mgmt_locked_by: null }
    const before = patchEquipment(press, { ...nothing, shift_mgmt: [{ equipment_id: 7, ...locked }] })
    expect(before).toMatchObject(locked)
    expect(patchEquipment(before, { ...nothing, shift_mgmt: [{ equipment_id: 8, ...unlocked }] })).toBe(before)
    expect(patchEquipment(before, { ...nothing, shift_mgmt: [{ equipment_id: 7, ...unlocked }] })).toMatchObject(
      unlocked,
    )
    const unit = { equipment: [press] } as unknown as OrgUnit
    const patched = patchOrgUnit(unit, { ...nothing, shift_mgmt: [{ equipment_id: 7, ...locked }] })
    expect(patched.equipment[0]).toMatchObject(locked)
  })

  it('shows the mark of the latest cycle as the server gave it, and converts its analog reading', () => {
    const config = { unit: 'bar', scale: 2, offset: 1 }
    const before = { ...press, Devices: [{ analog_in_1_config: config }] } as unknown as Equipment
    const slow = { ...cycle(20), is_startup: true, analog_in_1: 10 }
    const patched = patchEquipment(before, { ...nothing, cycle: [slow] })
    expect(patched.latest_cycle).toMatchObject({ is_startup: true, data: { analog_in_1_transformed: 21 } })
    const long = { ...cycle(21), cycle_time: 900 }
    expect(patchEquipment(before, { ...nothing, cycle: [slow, long] }).latest_cycle?.is_startup).toBe(false)
    const two = { ...before, Devices: [...before.Devices, ...before.Devices] }
    expect(patchEquipment(two, { ...nothing, cycle: [slow] }).latest_cycle?.data.analog_in_1_transformed).toBeNull()
  })

  it('adds cycles and shows the latest', () => {
    const patched = patchEquipment(press, { ...nothing, cycle: [cycle(11), cycle(17, 2)] })
    expect(patched.total_cycle_count).toBe(13)
    expect(patched.latest_cycle?.occurred_at).toBe(at(17))
  })

  it('does not count cycles again that the answer contained or that restate the past', () => {
    expect(patchEquipment(press, { ...nothing, cycle: [cycle(5), cycle(17, 4, true)] })).toBe(press)
  })

  it('never takes contact or a reading back', () => {
    const batch = { ...nothing, comm: [{ equipment_id: 7, last_ping_at: at(4) }] }
    expect(patchEquipment(press, batch)).toBe(press)
    const later = { ...nothing, tlm: [{ equipment_id: 7, occurred_at: at(6), temperature_1: 40, analog_in_1: null }] }
    expect(patchEquipment(press, later).latest_tlm_data?.temperature_1).toBe(40)
  })

  it('marks the stop that turned excessive, if that is still the status', () => {
    const down = { ...press, current_status: { status: 2, started_at: at(3) }, in_excessive_downtime: false }
    const xsf = (second: number) => ({ ...nothing, xsf: [{ equipment_id: 7, started_at: at(second) }] })
    const patched = patchEquipment(down, xsf(3))
    expect(patched).toMatchObject({ in_excessive_downtime: true, in_excessive_downtime_since: at(3) })
    expect(patchEquipment(down, xsf(2))).toBe(down)
  })

  it('counts on with the run, and takes it away once it has ended', () => {
    const run = { id: 3, started_at: at(1), cycles_current: 4, cycles_total: 9 }
    const busy = { ...press, current_run: run } as unknown as Equipment
    const ofRun = { equipment_id: 7, run_id: 3, started_at: at(1), cycles_total: 9, ended_by_count: false }
    expect(patchEquipment(busy, { ...nothing, cycle: [cycle(17, 2)] }).current_run?.cycles_current).toBe(6)
    const changed = { ...ofRun, ended_at: null, cycles_current: 7, cycles_total: 20 }
    expect(patchEquipment(busy, { ...nothing, run: [changed] }).current_run).toMatchObject({
      cycles_current: 7,
      cycles_total: 20,
    })
    const ended = { ...ofRun, ended_at: at(19), cycles_current: 9, ended_by_count: true }
    expect(patchEquipment(busy, { ...nothing, run: [ended] }).current_run).toBeNull()
    expect(patchEquipment(busy, { ...nothing, run: [{ ...ended, run_id: 4 }] })).toBe(busy)
  })

  it('about another machine returns the same object', () => {
    const batch = { ...nothing, status: [{ equipment_id: 8, status: 2, started_at: at(9) }] }
    expect(patchEquipment(press, batch)).toBe(press)
    const unit = { equipment: [press] } as unknown as OrgUnit
    expect(patchOrgUnit(unit, batch)).toBe(unit)
  })
})

it('a status finds its machine anywhere in the tree, and leaves the rest as it is', () => {
  const node = { id: 2, name: 'Hall', org_unit_type_id: 2, active: true, children: [] }
  const hall = { ...node, equipment: [{ id: 7, name: 'Press', active: true, current_status: null }] }
  const yard = { ...node, id: 3, equipment: [] }
  const tree = { ...node, id: 1, children: [hall, yard], equipment: [] }
  const company = { id: 1, name: 'Works', root_org_unit_id: 1, tree } as unknown as Company
  const patched = patchCompany(company, { ...nothing, status: [{ equipment_id: 7, status: 3, started_at: at(9) }] })
  expect(patched.tree.children[0]?.equipment[0]?.current_status).toEqual({ status: 3, started_at: at(9) })
  expect(patched.tree.children[1]).toBe(yard)
  expect(patchCompany(company, nothing)).toBe(company)
})
