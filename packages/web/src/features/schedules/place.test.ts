import { expect, it } from 'vitest'
import { placeOf, type Scheduled } from './place.ts'

const machine = {
  id: 7,
  name: 'Stamping',
  actual_timezone: 'America/Chicago',
  schedule: [[], [], [], [], [], [], []],
  schedule_source: 'self',
} as unknown as Extract<Scheduled, { machine: unknown }>['machine']

it('a schedule is its own, or inherited from the unit that is named', () => {
  expect(placeOf({ machine })).toMatchObject({ isUnit: false, source: null, zone: 'America/Chicago' })
  expect(placeOf({ machine: { ...machine, schedule_source: 'Plant' } }).source).toBe('Plant')
})

it('there is nobody above the root alone to inherit from', () => {
  expect(placeOf({ unit: { ...machine, parent_id: null } }).hasParent).toBe(false)
  expect(placeOf({ unit: { ...machine, parent_id: 3 } }).hasParent).toBe(true)
  expect(placeOf({ machine }).hasParent).toBe(true)
})
