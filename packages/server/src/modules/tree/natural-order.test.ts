import { expect, test } from 'vitest'
import { inNaturalOrder } from './natural-order.ts'

test('siblings stand in the order people expect, of equals the older first', () => {
  const named = ['Press 10', 'press 2', 'Ärger', 'Press 2', 'Line', 'Zelle', 'Press 1'].map((name, i) => ({
    id: i + 1,
    name,
  }))
  const twin = { id: 99, name: 'Line' }
  const names = inNaturalOrder([twin, ...named], (item) => item.id).map(({ name, id }) => `${name} ${id}`)
  expect(names).toEqual([
    'Ärger 3',
    'Line 5',
    'Line 99',
    'Press 1 7',
    'press 2 2',
    'Press 2 4',
    'Press 10 1',
    'Zelle 6',
  ])
})
