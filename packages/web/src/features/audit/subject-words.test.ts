import { expect, test } from 'vitest'
import { wordsOfSubjects } from './subject-words.ts'

const entry = (subject: string, before: unknown, after: unknown = null, names = {}) => ({
  ...{ subject, before, after, names },
})

test('a subject has its present name, or the name that the log has, and a removed one says so', () => {
  const removed = entry('org_unit/17', { name: 'Rockford' })
  const alarm = entry('alarm/5', null, null, { 'alarm/5': { name: 'Offline, Mill 14', removed: false } })
  const left = entry('user/9', null, null, { 'user/9': { name: 'Ann Owner', removed: true } })
  const hall = { 'org_unit/3': { name: 'Hall', removed: false } }
  const words = wordsOfSubjects([
    entry('org_unit/3', { name: 'Old hall' }, { name: 'Older hall' }, hall),
    removed,
    entry('org_unit/17', { name: 'Rock' }, { name: 'Rockford' }),
    entry('org_unit/17', { schedule: {} }),
    alarm,
    left,
  ])
  expect(words('org_unit/3')).toBe('Unit Hall')
  expect(words('org_unit/17', removed)).toBe('Unit Rockford (removed)')
  expect(words('org_unit/17', entry('org_unit/17', { schedule: {} }))).toBe('Unit Rockford (removed)')
  expect(words('org_unit/18', entry('org_unit/18', null))).toBe('Unit 18 (removed)')
  expect(words('alarm/5', alarm)).toBe('Alarm Offline, Mill 14')
  expect(words('user/9')).toBe('Member Ann Owner (removed)')
})

test('what is not in the entries, or has no name, has its number', () => {
  const words = wordsOfSubjects([])
  expect(words('equipment/5')).toBe('Machine 5')
  expect(words('session/5', entry('session/5', null))).toBe('Session 5')
  expect(words('tag', entry('tag', null))).toBe('Tag')
})
