import { expect, test } from 'vitest'
import { assignmentAt } from './index.ts'

const press = { from: 100, to: 200, equipment: 'press' }
const saw = { from: 200, to: 300, equipment: 'saw' }
const lathe = { from: 400, to: null, equipment: 'lathe' }
const assignments = [saw, lathe, press]

test('an event belongs to where its device stood at its time', () => {
  expect(assignmentAt(assignments, 100)).toBe(press)
  expect(assignmentAt(assignments, 199)).toBe(press)
  expect(assignmentAt(assignments, 200)).toBe(saw)
  expect(assignmentAt(assignments, 400)).toBe(lathe)
  expect(assignmentAt(assignments, 4_000_000)).toBe(lathe)
})

test('one older than the first assignment belongs to the first', () => {
  expect(assignmentAt(assignments, 99)).toBe(press)
  expect(assignmentAt([lathe], -5)).toBe(lathe)
})

test('one from a time in which its device stood nowhere stays with the device', () => {
  expect(assignmentAt(assignments, 300)).toBeNull()
  expect(assignmentAt(assignments, 399)).toBeNull()
  expect(assignmentAt([press], 200)).toBeNull()
})

test('one of a device that never stood anywhere stays with the device', () => {
  expect(assignmentAt([], 100)).toBeNull()
})
