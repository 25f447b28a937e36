import { expect, test } from 'vitest'
import { analogValue, rawAnalog } from './analog.ts'

test('An analog reading is shown as raw x scale + offset, and as it is where nothing was set up', () => {
  expect(analogValue(512, { unit: 'bar', scale: 0.5, offset: -6 })).toBe(250)
  expect(analogValue(-3.25, rawAnalog)).toBe(-3.25)
})
