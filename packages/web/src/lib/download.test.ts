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

it('a name never leaves its folder', () => {
  expect(fileName({ entity: '../..\\a:b\u202e?', from, to, zone: 'UTC', extension: 'json' })).toBe(
    'a b 2026-11-14 2026-11-21.json',
  )
})
