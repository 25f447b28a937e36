import { expect, test } from 'vitest'
import { wordsOfSubjects } from './subject-words.ts'

const entry = (subject: string, before: unknown, after: unknown = null) => ({ subject, before, after })

test('a subject has its present name, or the name that the log has, and a removed one says so', () => {
  const removed = entry('org_unit/17', { name: 'Rockford' })
  const words = wordsOfSubjects({ org_unit: [[3, 'Hall']], equipment: undefined }, [
    removed,
    entry('org_unit/17', { name: 'Rock' }, { name: 'Rockford' }),
    entry('org_unit/17', { schedule: {} }),
    entry('roster/4', { name: 'Shift leads' }),
  ])
  expect(words('org_unit/3')).toBe('Unit Hall')
  expect(words('org_unit/17', removed)).toBe('Unit Rockford (removed)')
  expect(words('org_unit/17', entry('org_unit/17', { schedule: {} }))).toBe('Unit Rockford (removed)')
  expect(words('org_unit/18')).toBe('Unit 18 (removed)')
  expect(words('equipment/5')).toBe('Machine 5')
  expect(words('roster/4')).toBe('Group Shift leads')
})
