import { expect, test } from 'vitest'
import { KeptSessions, MOST_KEPT } from './kept-sessions.ts'

const nobody = () => false
const all = Array.from({ length: MOST_KEPT }, (_, i) => i)

test('A client id keeps its number, and each of a device has its own', () => {
  const kept = new KeptSessions()
  const numbers = all.map((i) => kept.take(1, `id ${i}`, nobody))
  expect(numbers).toEqual(all.map((number) => ({ number, isNew: true })))
  expect(kept.take(1, 'id 3', nobody)).toEqual({ number: 3, isNew: false })
  expect(kept.take(2, 'id 3', nobody)).toEqual({ number: 0, isNew: true })
})

test('Ever new client ids get the numbers of those that were not used for the longest time', () => {
  const kept = new KeptSessions()
  for (const i of all) kept.take(1, `id ${i}`, nobody)
  kept.take(1, 'id 0', nobody)
  expect(kept.take(1, 'new', nobody)).toEqual({ number: 1, isNew: true })
  expect(kept.take(1, 'id 1', nobody)).toEqual({ number: 2, isNew: true })
  for (let i = 0; i < 1000; i++) expect(kept.take(1, `random ${i}`, nobody).number).toBeLessThan(MOST_KEPT)
})

test('The number of a connection is given to no other client id', () => {
  const kept = new KeptSessions()
  for (const i of all) kept.take(1, `id ${i}`, nobody)
  const isConnected = (number: number) => number < 8
  for (let i = 0; i < 100; i++) expect(kept.take(1, `random ${i}`, isConnected).number).toBeGreaterThanOrEqual(8)
  expect(kept.take(1, 'id 5', isConnected)).toEqual({ number: 5, isNew: false })
})
