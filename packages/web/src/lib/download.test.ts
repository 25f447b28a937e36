import { expect, it } from 'vitest'
import { fileName } from './download.ts'

const from = Date.parse('2026-11-14T05:00:00Z')
const to = Date.parse('2026-11-21T16:00:00Z')

it('a file is named for the entity, its first and its last day there', () => {
  const file = { entity: 'Mazak 03', from, to, zone: 'America/Chicago', extension: 'csv' } as const
  expect(fileName(file)).toBe('Mazak 03 2026-11-13 2026-11-21.csv')
  expect(fileName({ ...file, subject: 'cycle time', extension: 'png' })).toBe(
    'Mazak 03 2026-11-13 2026-11-21 cycle time.png',
  )
})

it('a file of a whole day is named for that day, not for the next one at whose midnight it ends', () => {
  const [midnight, nextMidnight] = [Date.parse('2026-11-20T00:00:00Z'), Date.parse('2026-11-21T00:00:00Z')]
  const file = { entity: 'Mazak 03', zone: 'UTC', extension: 'csv' } as const
  expect(fileName({ ...file, from: midnight, to: nextMidnight })).toBe('Mazak 03 2026-11-20 2026-11-20.csv')
  expect(fileName({ ...file, from: midnight, to: midnight })).toBe('Mazak 03 2026-11-20 2026-11-20.csv')
})

it('a name never leaves its folder', () => {
  expect(fileName({ entity: '../..\\a:b\u202e?', from, to, zone: 'UTC', extension: 'json' })).toBe(
    'a b 2026-11-14 2026-11-21.json',
  )
})
