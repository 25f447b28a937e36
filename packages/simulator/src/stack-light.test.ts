import { expect, test } from 'vitest'
import { StackLight } from './stack-light.ts'

test('a stack light obeys each command and acknowledges it, also a repeated one', () => {
  const light = new StackLight()
  expect(light.levels).toEqual({ '24v': 0, '120v': 0 })
  const on = { type: 'outputs', '24v': 1, '120v': 0, id: 3 }
  expect(light.obey(on, 5)).toEqual({ t: 5, type: 'ack', id: 3 })
  expect(light.obey(on, 6)).toEqual({ t: 6, type: 'ack', id: 3 })
  expect(light.levels).toEqual({ '24v': 1, '120v': 0 })
  expect(light.obey({ type: 'outputs', '24v': 0, '120v': 1, id: 4 }, 7)).toEqual({ t: 7, type: 'ack', id: 4 })
  expect(light.levels).toEqual({ '24v': 0, '120v': 1 })
})

test.each([
  null,
  1,
  'x',
  [],
  {},
  { type: 'config', poll_interval_s: 5 },
  { type: 'outputs', '24v': 2, '120v': 0, id: 1 },
])('a stack light does nothing at %j', (command) => {
  const light = new StackLight()
  expect(light.obey(command, 5)).toBeNull()
  expect(light.levels).toEqual({ '24v': 0, '120v': 0 })
})
