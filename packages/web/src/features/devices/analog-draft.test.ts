import fc from 'fast-check'
import { expect, test } from 'vitest'
import { analogOfDraft, draftOfAnalog, isSameAnalog } from './analog-draft.ts'

test('an analog configuration comes back as it was', () => {
  const number = fc.double({ min: -1e12, max: 1e12, noNaN: true }).map((value) => value + 0)
  const unit = fc.option(fc.constantFrom('bar', '°C', 'm³/h'))
  fc.assert(
    fc.property(unit, number, number, (name, scale, offset) => {
      const config = { unit: name, scale, offset }
      const back = analogOfDraft(draftOfAnalog(config))
      expect(back && isSameAnalog(back, config)).toBe(true)
    }),
  )
})

test.each([{ unit: 'psi' }, { scale: 2.5 }, { offset: 0 }])('with another %j it is another one', (other) => {
  const config = { unit: 'bar', scale: 2, offset: -1 }
  expect(isSameAnalog(config, { ...config })).toBe(true)
  expect(isSameAnalog(config, { ...config, ...other })).toBe(false)
})

test.each([
  ['', '0'],
  ['1', ''],
  ['x', '0'],
  ['1', '1e13'],
  ['Infinity', '0'],
])('scale %j with offset %j is not read', (scale, offset) =>
  expect(analogOfDraft({ unit: '', scale, offset, fromDay: '' })).toBeNull(),
)

test('a comma and a typeset minus are read; a blank unit is none', () => {
  expect(analogOfDraft({ unit: ' ', scale: '0,5', offset: '−2', fromDay: '' })).toEqual({
    unit: null,
    scale: 0.5,
    offset: -2,
  })
})
