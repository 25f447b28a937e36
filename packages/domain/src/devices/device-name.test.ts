import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deviceName, deviceWords } from './device-name.ts'

test.each([
  ['  Gateway hall 2 ', 'Gateway hall 2'],
  ['<script>', '<script>'],
  ['שלום', 'שלום'],
  ['', null],
  [' \u200b\u2003 ', null],
  [null, null],
])('%j is stored as %j', (typed, name) => {
  expect(deviceName(typed)).toBe(name)
})

test('a stored name stays as it is, is never blank, and is part of what was typed', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 120, unit: 'grapheme' }), (typed) => {
      const name = deviceName(typed)
      expect(deviceName(name)).toBe(name)
      if (name !== null) expect(typed.includes(name) && name.trim() === name && name !== '').toBe(true)
    }),
  )
})

test('a device is named with its uuid', () => {
  expect(deviceWords('Gateway', 'u-1')).toBe('Gateway (u-1)')
  expect(deviceWords(null, 'u-1')).toBe('u-1')
})
