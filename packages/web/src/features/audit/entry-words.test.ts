import { calls } from '@millwatch/contract/calls/all'
import { expect, test } from 'vitest'
import { nameIn, operationWords, subjectWords } from './entry-words.ts'

test('every operation of the audit log has words', () => {
  const audited = Object.values(calls).filter(({ policy }) => policy.audit === true)
  expect(audited.length).toBeGreaterThan(80)
  expect(
    audited.map(({ operation }) => operation).filter((operation) => operationWords(operation) === operation),
  ).toEqual([])
})

test.each([
  ['session.create', 'Signed in'],
  ['org_unit.update', 'Unit changed'],
  ['equipment.create', 'Machine added'],
  ['roster.user.remove', 'Member removed from a group'],
  ['company.suspend', 'Company suspended'],
  ['something.new', 'something.new'],
])('%s is "%s"', (operation, words) => expect(operationWords(operation)).toBe(words))

test.each([
  ['org_unit/17', 'Rockford', 'Unit Rockford'],
  ['org_unit/17', undefined, 'Unit 17'],
  ['company', undefined, 'Company'],
  ['unheard_of/3', 'X', 'unheard_of/3'],
])('the subject %s with the name %s is "%s"', (subject, name, words) => {
  expect(subjectWords(subject, name)).toBe(words)
})

test('an entry names its subject as it was afterwards, or else as it was before', () => {
  expect(nameIn({ before: { name: 'Old' }, after: { name: 'New' } })).toBe('New')
  expect(nameIn({ before: { name: 'Gone' }, after: null })).toBe('Gone')
  expect(nameIn({ before: null, after: { scrap: 3 } })).toBeUndefined()
})
