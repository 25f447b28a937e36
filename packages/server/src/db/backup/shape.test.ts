import { expect, test } from 'vitest'
import { isHead } from './shape.ts'

const head = { program: '0.1.0', migration: 7, migrationName: 'x', takenAt: 1 }
const partition = (from: unknown, to: unknown) => ({ parent: 'event', name: 'event_history', from, to })

test('The head of a backup may have a partition that begins with the beginning of time', () => {
  expect(isHead({ ...head, partitions: [partition(null, 5), partition(5, 9)] })).toBe(true)
  expect(isHead({ ...head, partitions: [partition(undefined, 5)] })).toBe(false)
  expect(isHead({ ...head, partitions: [partition(1, null)] })).toBe(false)
  expect(isHead(null)).toBe(false)
})
