import { expect, test } from 'vitest'
import { byNaturalOrder, groupNameOf, isSameGroup } from './names.ts'

test('names stand in the order people expect: numbers by value, letters without regard to case and accents', () => {
  const names = ['Zoe', 'P-10', 'émile', 'p-9', 'Job 10', 'Émile', 'Job 2', 'Emil']
  expect(names.toSorted(byNaturalOrder)).toEqual(['Emil', 'émile', 'Émile', 'Job 2', 'Job 10', 'p-9', 'P-10', 'Zoe'])
})

test('a group has one name however it is typed', () => {
  expect(groupNameOf(' Zoe\u0308 ')).toBe('Zoë')
  expect(isSameGroup(' ZOE\u0308', 'Zoë')).toBe(true)
  expect(isSameGroup('Zoe', 'Zoë')).toBe(false)
})
