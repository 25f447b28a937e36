import { expect, test } from 'vitest'
import { configOf, flagNames, withFlag, wordsOf } from './flags.ts'

const allOff = {
  header_color: null,
  device_outputs: false,
  operator_view: false,
  favorites: false,
  scrap_enabled: false,
}

test('everything is off unless set', () => {
  expect(configOf({})).toEqual(allOff)
  expect(Object.keys(allOff)).toEqual(flagNames)
})

test('each flag is set to each of its words, and taken away by the last', () => {
  for (const name of flagNames) {
    const words = wordsOf(name) ?? []
    const off = words.at(-1) ?? ''
    for (const word of words.slice(0, -1)) {
      const set = withFlag({}, name, word)
      expect(configOf(set)).toEqual({ ...allOff, [name]: word === 'on' ? true : word })
      expect(withFlag(set, name, off)).toEqual({})
    }
  }
})

test('what nobody knows is off, whatever it says', () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'scrap']) expect(wordsOf(name)).toBeUndefined()
  expect(configOf({ header_color: 'pink', device_outputs: 'yes', favorites: 1, other: true })).toEqual(allOff)
})
