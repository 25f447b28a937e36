// @vitest-environment jsdom
import { alarmTypes } from '@millwatch/domain/alarms'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { chooseMeasures } from '../../lib/measures.ts'
import { listedAlarm } from './alarm.testing.ts'
import { draftOfType, typeOf } from './alarm-draft.testing.ts'
import {
  type Argument,
  alarmFault,
  argsFor,
  argumentsOf,
  blankDraft,
  changedTerms,
  draftOf,
  reassertOf,
  repeatOf,
  termsFor,
  unitOf,
} from './draft.ts'
import type { ListedAlarm } from './queries.ts'

it.each([
  ['temperature', '°C'],
  ['cycle_time', 's'],
  ['analog', 'bar'],
])('the limit of %s is in %s', (quantity, unit) => {
  const draft = draftOfType(typeOf(8), { what: quantity })
  const units = Object.fromEntries(
    argumentsOf(typeOf(8)).map(([name, argument]) => [name, unitOf(name, argument, draft, 'bar')]),
  )
  expect([units.value, units.minutes, units.direction]).toEqual([unit, 'minutes', undefined])
})

it('a limit of an analog input without a unit has none', () => {
  const [, argument] = argumentsOf(typeOf(8)).find(([name]) => name === 'value') ?? []
  expect(unitOf('value', argument as Argument, draftOfType(typeOf(8), { what: 'analog' }))).toBeUndefined()
})

describe('the repeat of a notice', () => {
  it.each([
    [30, '30', 'minutes'],
    [60, '1', 'hours'],
    [240, '4', 'hours'],
    [90, '90', 'minutes'],
    [1440, '1', 'days'],
    [2880, '2', 'days'],
    [1500, '25', 'hours'],
  ] as const)('%i minutes are shown as %s %s, the largest unit that divides them', (minutes, value, unit) => {
    expect(repeatOf(minutes)).toEqual({ repeatValue: value, repeatUnit: unit })
  })

  it('is the same number of minutes again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 527_040 }), (minutes) => {
        expect(reassertOf({ ...blankDraft(1), isRepeated: true, ...repeatOf(minutes) })).toBe(minutes)
      }),
    )
  })

  it('begins with 4 hours', () => {
    expect(reassertOf({ ...blankDraft(1), isRepeated: true })).toBe(240)
    expect(reassertOf(blankDraft(1))).toBeNull()
  })
})

describe('what is missing', () => {
  const telemetry = typeOf(8)

  it('is named in the order of the form', () => {
    expect(alarmFault(blankDraft(undefined), undefined)).toBe('Equipment is missing')
    expect(alarmFault(blankDraft(3), undefined)).toBe('Alarm type is missing')
    expect(alarmFault(draftOfType(telemetry), telemetry)).toBe('Limit is missing')
    expect(alarmFault(draftOfType(telemetry, { value: '60' }), telemetry)).toBeUndefined()
  })

  it('is the repeat of an alarm that is repeated', () => {
    const draft = { ...draftOfType(telemetry, { value: '60' }), isRepeated: true }
    expect(alarmFault(draft, telemetry)).toBeUndefined()
    expect(alarmFault({ ...draft, repeatValue: '' }, telemetry)).toBe('The time between notices is missing')
    expect(alarmFault({ ...draft, repeatValue: '0' }, telemetry)).toContain('whole number of minutes')
    expect(alarmFault({ ...draft, repeatValue: '367', repeatUnit: 'days' }, telemetry)).toContain('366 days')
    // A type without repeats does not look at it.
    const impact = typeOf(3)
    const other = { ...draftOfType(impact, { force: '1' }), isRepeated: true, repeatValue: '' }
    expect(alarmFault(other, impact)).toBeUndefined()
  })

  it('a value beyond its limits is refused as the server refuses it', () => {
    expect(alarmFault(draftOfType(typeOf(4), { minutes: '4' }), typeOf(4))).toMatch(/from 5 to/)
  })
})

describe('the request', () => {
  it('has the parts of maintenance, without rows that have no part', () => {
    const rows = [
      { partId: null, action: 'replace', qty: '1' },
      { partId: 4, action: 'clean', qty: '2' },
    ] as const
    const draft = { ...draftOfType(typeOf(5)), parts: rows }
    expect(termsFor(draft, typeOf(5), false).critical_parts).toEqual([{ id: 4, action: 'clean', qty: 2 }])
    expect(termsFor({ ...draft, typeId: 4 }, typeOf(4), false)).not.toHaveProperty('critical_parts')
  })

  it('has numbers as numbers, boxes as truth and blank numbers as null', () => {
    expect(argsFor(typeOf(1), { cycles: '18', scheduled_only: true })).toEqual({ cycles: 18, scheduled_only: true })
    expect(argsFor(typeOf(1), { cycles: '', scheduled_only: false })).toEqual({ cycles: null, scheduled_only: false })
  })

  it('has no repeat, clear notice or outputs for types without them', () => {
    const impact = typeOf(3)
    const draft = { ...draftOfType(impact, { force: '0' }), isRepeated: true, notifyOnClear: true }
    expect(termsFor(draft, impact, true)).toEqual({ args: { force: 0 }, reassert_m: null, notify_on_clear: false })
  })

  it('has the outputs only where the company has them', () => {
    const offline = typeOf(4)
    const draft = { ...draftOfType(offline), outputs: ['24v'] as const, notifyOnClear: true }
    expect(termsFor(draft, offline, true)).toMatchObject({
      device_output_config: { '24v': true },
      notify_on_clear: true,
    })
    expect(termsFor(draft, offline, false)).not.toHaveProperty('device_output_config')
  })

  it('has every argument of every type in the order of its template', () => {
    for (const { id } of alarmTypes) {
      const reversed = Object.fromEntries(Object.entries(typeOf(id).args_template).reverse())
      const orders = argumentsOf({ args_template: reversed }).map(([, { order }]) => order)
      expect(orders).toEqual(orders.toSorted((a, b) => a - b))
    }
  })
})

describe('a limit of temperature', () => {
  const usual = { first_weekday: 0, measure_units: 'metric', currency: null } as const
  afterEach(() => chooseMeasures(usual))
  const limitOn = (alarm: ListedAlarm) => draftOf(alarm).args.value

  it('24: is entered and shown in the unit of the company, and stored in °C', () => {
    chooseMeasures({ ...usual, measure_units: 'us' })
    const type = typeOf(8)
    const stored = { what: 'temperature', direction: 'above', value: 38.333, minutes: 0 }
    const alarm = { ...listedAlarm, alarm_type_id: 8 as const, args: stored }
    expect(limitOn(alarm)).toBe('101')
    expect(argsFor(type, draftOf(alarm).args)).toEqual(stored)
    expect(argsFor(type, { ...draftOf(alarm).args, value: '212' })).toMatchObject({ value: 100 })
    expect(limitOn({ ...alarm, args: { ...stored, what: 'analog' } })).toBe('38.333')
    const [limit] = argumentsOf(type).filter(([name]) => name === 'value')
    expect(limit?.[1].description).toContain('Temperature in °F')
    expect(unitOf('value', limit?.[1] as Argument, draftOf(alarm))).toBe('°F')
  })
})

describe('a change of an alarm', () => {
  const offline = draftOf(listedAlarm)
  const type = { ...typeOf(8), config: { ...typeOf(8).config, reassert_enabled: true } }
  const above = { ...listedAlarm, alarm_type_id: 8 }
  const args = { what: 'temperature', direction: 'above', value: 60, minutes: 0 }
  const stored = draftOf({ ...above, args })

  it('of nothing sends nothing', () => {
    expect(changedTerms(offline, offline, typeOf(4), true)).toEqual({})
  })

  it('sends what differs only, so that what a colleague changed meanwhile stays', () => {
    expect(changedTerms(stored, { ...stored, notifyOnClear: true }, type, true)).toEqual({ notify_on_clear: true })
    expect(changedTerms(stored, { ...stored, args: { ...stored.args, minutes: '5' } }, type, true)).toEqual({
      args: { minutes: 5 },
    })
    expect(changedTerms(stored, { ...stored, isRepeated: true }, type, true)).toEqual({ reassert_m: 240 })
  })

  it('to another telemetry value sends its limit too', () => {
    const changed = { ...stored, args: { ...stored.args, what: 'analog' } }
    expect(changedTerms(stored, changed, type, true)).toEqual({ args: { ...args, what: 'analog' } })
  })
})
