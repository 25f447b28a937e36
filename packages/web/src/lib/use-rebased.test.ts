import { expect, test } from 'vitest'
import { rebased } from './use-rebased.ts'

test('A field that the user changed keeps its value, all others get what another person saved', () => {
  const before = { name: 'Press', cycle: '300', active: true }
  const after = { name: 'Press 1', cycle: '12.5', active: false }
  expect(rebased({ ...before, cycle: '60' }, before, after)).toEqual({ name: 'Press 1', cycle: '60', active: false })
  expect(rebased(before, before, after)).toEqual(after)
})
