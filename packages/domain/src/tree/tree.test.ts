import { describe, expect, test } from 'vitest'
import { ancestorsOf, mayHaveChildren, subtreeOf, type TreeUnit, timeZoneOf, treeOf } from './index.ts'

const unit = (id: number, parentId: number | null, timeZone: string | null = null): TreeUnit => ({
  id,
  parentId,
  timeZone,
})
const tree = treeOf([
  unit(4, 2),
  unit(1, null),
  unit(2, 1, 'Europe/Berlin'),
  unit(3, 1),
  unit(5, 4, 'Asia/Tokyo'),
  unit(6, 3),
])
const ids = (units: TreeUnit[]): number[] => units.map(({ id }) => id)

describe('the units above one', () => {
  test('come nearest first, the root last', () => {
    expect(ids(ancestorsOf(tree, 5))).toEqual([4, 2, 1])
  })

  test('are none for the root, and for one that does not exist', () => {
    expect(ancestorsOf(tree, 1)).toEqual([])
    expect(ancestorsOf(tree, 99)).toEqual([])
  })

  test('never go round in circles', () => {
    expect(() => ancestorsOf(treeOf([unit(1, 2), unit(2, 1)]), 1)).toThrow('form a ring')
  })
})

test('A tree has 32 levels at most: units are added down to level 32, the root being level 1', () => {
  const chain = treeOf(Array.from({ length: 32 }, (_, i) => unit(i + 1, i === 0 ? null : i)))
  expect([1, 31, 32].map((id) => mayHaveChildren(chain, id))).toEqual([true, true, false])
})

describe('a subtree', () => {
  test('holds the unit itself and all below it, parents first', () => {
    expect(ids(subtreeOf(tree, 1))).toEqual([1, 2, 3, 4, 6, 5])
    expect(ids(subtreeOf(tree, 4))).toEqual([4, 5])
    expect(ids(subtreeOf(tree, 6))).toEqual([6])
  })

  test('of what does not exist is empty', () => {
    expect(subtreeOf(tree, 99)).toEqual([])
  })
})

describe('a time zone', () => {
  test("is the unit's own, else that of the nearest above it", () => {
    expect(timeZoneOf(tree, 5)).toBe('Asia/Tokyo')
    expect(timeZoneOf(tree, 4)).toBe('Europe/Berlin')
  })

  test('is UTC where nobody up to the root says otherwise', () => {
    expect(timeZoneOf(tree, 6)).toBe('UTC')
    expect(timeZoneOf(tree, 1)).toBe('UTC')
  })
})
