import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeOf, draftOf, faultsOf, type MachineDraft } from './machine-draft.ts'
import type { MachineFacts } from './types.ts'

const press = {
  id: 7,
  name: 'Press',
  parent_org_unit_id: 2,
  category_id: 4,
  manufacturer_id: null,
  model_id: null,
  hourly_revenue: 120.5,
  hourly_parts: null,
  maximum_allowed_cycle_time: 300,
  excessive_downtime_threshold: 2100,
  source: null,
  excessive_downtime_enabled: true,
  util_incl_lt_xsf_dt: false,
  util_excluded: false,
  util_capped_by_schedule: true,
} as unknown as MachineFacts
const before = draftOf(press)
const zone = 'America/Chicago'
const NOW = '2026-11-21T10:42'
const bodyOf = (part: Partial<MachineDraft>) => changeOf({ ...before, ...part }, before, zone)?.body
const none = { id: undefined, typed: undefined }

describe('the form of a machine', () => {
  it('shows the threshold in minutes, and sends nothing that nobody changed', () => {
    expect(before).toMatchObject({
      excessiveDowntimeThresholdMs: '35',
      hourlyRevenue: '120.5',
      hourlyParts: '',
      source: '',
    })
    expect(changeOf(before, before, zone)).toBeUndefined()
    const fine = draftOf({ ...press, excessive_downtime_threshold: 100 })
    expect(fine.excessiveDowntimeThresholdMs).toBe('1.667')
    expect(changeOf({ ...fine, name: 'Saw' }, fine, zone)?.body).toEqual({ name: 'Saw' })
  })

  it('sends seconds to the millisecond, and null for what was emptied', () => {
    expect(bodyOf({ excessiveDowntimeThresholdMs: '2.5' })).toEqual({ excessive_downtime_threshold: 150 })
    expect(bodyOf({ maximumCycleMs: '' })).toEqual({ maximum_allowed_cycle_time: null })
    expect(bodyOf({ maximumCycleMs: '12.3456' })).toEqual({ maximum_allowed_cycle_time: 12.346 })
    expect(bodyOf({ hourlyRevenue: ' ', hourlyParts: '0.25' })).toEqual({ hourly_revenue: null, hourly_parts: 0.25 })
    expect(bodyOf({ source: 'inputs' })).toEqual({ source: 'inputs' })
  })

  it('dates settings and a move back in the zone of the machine, and nothing else', () => {
    const from = '2026-11-20T08:00'
    expect(bodyOf({ parent: '9', from })).toEqual({ parent_org_unit_id: 9, from: '2026-11-20T14:00:00.000Z' })
    expect(bodyOf({ name: 'Saw', from })).toEqual({ name: 'Saw' })
    expect(changeOf({ ...before, from }, before, zone)).toBeUndefined()
  })

  it('names what has to be made first', () => {
    const typed = (words: string) => ({ id: undefined, typed: words })
    expect(changeOf({ ...before, category: typed('Presses') }, before, zone)).toEqual({
      body: {},
      newCategory: 'Presses',
    })
    expect(changeOf({ ...before, manufacturer: typed('Engel'), model: typed('350') }, before, zone)).toEqual({
      body: { model_number: '350' },
      newManufacturer: 'Engel',
    })
    expect(bodyOf({ category: none })).toEqual({ category_id: null })
  })

  it('says what cannot be saved', () => {
    expect(faultsOf(before, NOW)).toEqual({})
    expect(faultsOf({ ...before, name: '  ' }, NOW)).toEqual({ name: 'Name cannot be blank' })
    const wrong = { hourlyRevenue: '-1', hourlyParts: 'x', maximumCycleMs: '0', excessiveDowntimeThresholdMs: '' }
    expect(Object.keys(faultsOf({ ...before, ...wrong }, NOW))).toEqual(Object.keys(wrong))
    expect(faultsOf({ ...before, from: '2026-11-21T10:43' }, NOW)).toEqual({ from: 'Choose a time in the past' })
  })

  it('takes any amount, in any decimal step, as it was typed', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e12, noNaN: true }), (value) => {
        const draft = { ...before, hourlyRevenue: String(value) }
        expect(faultsOf(draft, NOW)).toEqual({})
        expect(changeOf(draft, before, zone)?.body ?? { hourly_revenue: 120.5 }).toEqual({ hourly_revenue: value })
      }),
    )
  })
})
