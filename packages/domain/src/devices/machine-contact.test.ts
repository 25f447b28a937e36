import { expect, test } from 'vitest'
import { contactOfMachine } from './index.ts'

const always = Number.NEGATIVE_INFINITY
const contact = (firstAt: number, lastAt: number, ...gaps: [number, number][]) => ({
  firstAt,
  lastAt,
  gaps: gaps.map(([from, to]) => ({ from, to })),
})

test('one device: its own contact', () => {
  const only = contact(10, 90, [20, 40])
  expect(contactOfMachine([{ deviceId: 1, from: always, to: null }], new Map([[1, only]]))).toEqual(only)
})

test('a device that is taken off leaves the machine without contact from its last message on', () => {
  const tenures = [{ deviceId: 1, from: always, to: 50 }]
  expect(contactOfMachine(tenures, new Map([[1, contact(10, 90)]]))).toEqual(contact(10, 50))
  expect(contactOfMachine(tenures, new Map([[1, contact(10, 30)]]))).toEqual(contact(10, 30))
})

test('a spare that was silent for long does not make the machine silent for longer than it was', () => {
  const tenures = [
    { deviceId: 1, from: always, to: 1000 },
    { deviceId: 2, from: 1000, to: null },
  ]
  const contacts = new Map([
    [1, contact(10, 990)],
    [2, contact(5, 20)],
  ])
  expect(contactOfMachine(tenures, contacts)).toEqual(contact(10, 990))
  contacts.set(2, contact(5, 1100, [20, 1040]))
  expect(contactOfMachine(tenures, contacts)).toEqual(contact(10, 1100, [990, 1040]))
})

test('time between two devices is a gap; a device in contact when it takes over counts from then on', () => {
  const tenures = [
    { deviceId: 1, from: always, to: 100 },
    { deviceId: 2, from: 400, to: null },
  ]
  const contacts = new Map([
    [1, contact(0, 700)],
    [2, contact(300, 900)],
  ])
  expect(contactOfMachine(tenures, contacts)).toEqual(contact(0, 900, [100, 400]))
})

test('without any contact there is none', () => {
  expect(contactOfMachine([], new Map())).toBeNull()
  expect(contactOfMachine([{ deviceId: 1, from: always, to: null }], new Map())).toBeNull()
})
