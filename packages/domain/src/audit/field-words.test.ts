import { expect, test } from 'vitest'
import { auditFieldWords } from './field-words.ts'

test.each([
  ['equipmentId', undefined, 'Machine'],
  ['equipment_id', undefined, 'Machine'],
  ['0', 'schedule', 'Sunday'],
  ['1', 'shiftColors', 'Shift 1'],
  ['24v0', undefined, '24v0'],
  ['constructor', undefined, undefined],
  ['unheard_of', undefined, undefined],
])('the field %s within %s is "%s"', (field, parent, text) => {
  expect(auditFieldWords(field, parent)).toBe(text)
})
