import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isEqual } from './is-equal.ts'

test('a value equals its copy, whatever the order of keys', () => {
  const turned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(turned)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, inner]) => [key, turned(inner)]),
    )
  }
  fc.assert(fc.property(fc.jsonValue(), (value) => isEqual(value, turned(value))))
})

test.each([
  [{ a: 1 }, { a: 1, b: 2 }],
  [{ a: undefined }, { b: undefined }],
  [
    [1, 2],
    [2, 1],
  ],
  [[], {}],
  [null, {}],
  ['1', 1],
])('%j and %j differ', (a, b) => {
  expect([isEqual(a, b), isEqual(b, a)]).toEqual([false, false])
})
